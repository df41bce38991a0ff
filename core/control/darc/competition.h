#pragma once

#include <optional>

#include "core/control/darc/delivery.h"
#include "core/control/darc/fair_rate.h"
#include "core/control/darc/packet_pairs.h"

namespace evenkeel::darc {

/// Beside a sender that keeps the queue full: the fair rate, until that sender has left, or what we send does not
/// arrive, so that it was the bottleneck's rate that fell.
class Competition {
 public:
  enum class Verdict { goes_on, they_left, was_none };
  struct Report {
    LocalTime now{};
    Duration queue{};                           ///< q
    Duration target{};                          ///< q_t
    std::optional<Delivery::Window> delivered;  ///< lately
    bool source_limited = false;                ///< so that little arrives because little is sent
  };

  /// `bottleneck`: its rate as known; `ours`: what it passed on for us; `rate`: at which we send.
  void enter(DataRate bottleneck, DataRate ours, DataRate rate, LocalTime now);
  void on_report(const PathReport& report) { fair_.on_report(report); }
  DataRate rate(const PacketPairs& pairs, LocalTime now);
  Verdict judge(const Report& report);
  DataRate bottleneck() const { return bottleneck_; }

 private:
  FairRate fair_;
  DataRate bottleneck_;
  DataRate ours_at_entry_;
  LocalTime since_{};
  std::optional<LocalTime> short_since_;    // the queue
  std::optional<LocalTime> failing_since_;  // what we send to arrive
};

}  // namespace evenkeel::darc
