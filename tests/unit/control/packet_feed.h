#pragma once

#include <optional>
#include <vector>

#include "core/control/rate_controller.h"

namespace evenkeel::test {

inline constexpr LocalTime t0{1000s};

/// Tells a controller of a steady flow, one report per packet. Whatever is set may change from packet to packet.
class PacketFeed {
 public:
  explicit PacketFeed(RateController& controller) : controller_(controller) {}

  DataSize size = bytes(1250);  ///< 1 Mbit/s at one per 10 ms
  Duration sending_interval = 10ms;
  Duration arrival_interval = 10ms;
  Duration one_way_delay = 50ms;
  Duration assumed_propagation{};  ///< of it
  Duration round_trip_time = 100ms;
  Duration min_round_trip_time = 100ms;
  bool tells_sending = false;  ///< with each report another packet leaves

  /// The next packet; returns what the controller made of it.
  std::optional<RateUpdate> next(bool received = true) {
    PacketResult result{sequence_++, size, sent, received, std::nullopt, std::nullopt};
    if (received) {
      result.arrival = arrival;
      result.one_way_delay = one_way_delay;
      result.assumed_propagation = assumed_propagation;
    }
    PathReport report;
    report.now = now = sent + round_trip_time;
    if (tells_sending) controller_.on_sent({result.sequence, size, now});
    report.packets = {&result, 1};
    if (received) report.round_trip_time = round_trip_time;
    report.smoothed_round_trip_time = round_trip_time;
    report.min_round_trip_time = min_round_trip_time;
    sent += sending_interval;
    arrival += arrival_interval;
    auto update = controller_.on_report(report);
    if (update) target = update->target;
    return update;
  }

  /// So many packets; returns how many updates there were.
  int run(int packets) {
    int updates = 0;
    for (int i = 0; i < packets; ++i) updates += next() ? 1 : 0;
    return updates;
  }

  LocalTime sent = t0;
  LocalTime now = t0;
  RemoteTime arrival{7000s};
  DataRate target;

 private:
  RateController& controller_;
  std::int64_t sequence_ = 0;
};

}  // namespace evenkeel::test
