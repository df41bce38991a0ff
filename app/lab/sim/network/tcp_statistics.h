#pragma once

#include <ns3/tcp-socket-base.h>

#include <cstdint>
#include <optional>

#include "core/base/time.h"

namespace evenkeel::sim {

/// What the sending ends of a flow's connections say of themselves, together. Must outlive the simulation.
class TcpStatistics {
 public:
  void watch(ns3::TcpSocketBase& socket);
  /// Counts and means begin anew.
  void settle();
  /// Each 100 ms: means are over time. ns-3 tells of changes only.
  void on_row();

  std::int64_t fast_retransmits() const { return fast_retransmits_; }  ///< recoveries entered without a timeout
  std::int64_t timeouts() const { return timeouts_; }                  ///< of data, each doubling counted
  std::optional<Duration> round_trip_time() const;                     ///< smoothed, as TCP has it now
  std::optional<Duration> mean_round_trip_time() const;                ///< of the same over the rows

 private:
  void on_state(ns3::TcpSocketState::TcpCongState_t before, ns3::TcpSocketState::TcpCongState_t after);
  void on_timeout_interval(ns3::Time before, ns3::Time after);
  void on_round_trip_time(ns3::Time before, ns3::Time after);

  bool measured_ = false;  // a round trip, ever
  std::int64_t fast_retransmits_ = 0;
  std::int64_t timeouts_ = 0;
  Duration round_trip_time_{};
  double round_trip_time_sum_ = 0;  // s
  std::int64_t rows_ = 0;
};

}  // namespace evenkeel::sim
