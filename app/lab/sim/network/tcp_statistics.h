#pragma once

#include <ns3/tcp-socket-base.h>

#include <cstdint>
#include <optional>

#include "core/base/time.h"

namespace evenkeel::sim {

/// Statistics of the sending ends of all of a flow's connections. Must outlive the simulation.
class TcpStatistics {
 public:
  void watch(ns3::TcpSocketBase& socket);
  /// Resets counts and means.
  void settle();
  /// Call every 100 ms: means are over time, and ns-3 reports changes only.
  void on_row();

  std::int64_t fast_retransmits() const { return fast_retransmits_; }  ///< recoveries entered without a timeout
  std::int64_t timeouts() const { return timeouts_; }                  ///< each doubling of the timer counts
  std::optional<Duration> round_trip_time() const;                     ///< TCP's present smoothed estimate
  std::optional<Duration> mean_round_trip_time() const;                ///< mean of that estimate over the rows

 private:
  void on_state(ns3::TcpSocketState::TcpCongState_t before, ns3::TcpSocketState::TcpCongState_t after);
  void on_timeout_interval(ns3::Time before, ns3::Time after);
  void on_round_trip_time(ns3::Time before, ns3::Time after);

  bool measured_ = false;  // whether a round trip was ever measured
  std::int64_t fast_retransmits_ = 0;
  std::int64_t timeouts_ = 0;
  Duration round_trip_time_{};
  double round_trip_time_sum_ = 0;  // s
  std::int64_t rows_ = 0;
};

}  // namespace evenkeel::sim
