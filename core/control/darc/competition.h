#pragma once

#include <optional>

#include "core/control/darc/delivery.h"
#include "core/control/darc/departure.h"
#include "core/control/darc/fair_rate.h"
#include "core/control/darc/packet_pairs.h"

namespace evenkeel::darc {

/// Beside a sender that keeps the queue full: the fair rate of the bottleneck as it becomes narrower and wider, until
/// that sender has left.
class Competition {
 public:
  enum class Verdict {
    goes_on,
    they_left,
    narrower,  ///< the bottleneck, to all that share it: what packet pairs said is of before
  };
  struct Report {
    LocalTime now{};
    Duration queue{};                           ///< q
    Duration target{};                          ///< q_t
    DataRate capacity;                          ///< B: of the bottleneck for us
    std::optional<Delivery::Window> delivered;  ///< lately
  };

  /// `bottleneck`: its rate as known; `ours`: what it passed on for us; `rate`: at which we send.
  void enter(DataRate bottleneck, DataRate ours, DataRate rate, LocalTime now);
  void on_report(const PathReport& report) { fair_.on_report(report); }
  DataRate rate(const PacketPairs& pairs, LocalTime now);
  Verdict judge(const Report& report);
  DataRate bottleneck() const { return bottleneck_; }

 private:
  void begin(DataRate ours, LocalTime now);
  std::optional<double> left_of_bottleneck(const Report& report);

  FairRate fair_;
  Departure departure_;
  Narrowing narrowing_;
  DataRate bottleneck_;
  DataRate ours_at_begin_;
  LocalTime since_{};                      // it began, or the bottleneck became narrower
  std::optional<LocalTime> losing_since_;  // much of what we send
};

}  // namespace evenkeel::darc
