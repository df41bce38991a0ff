#include <catch2/catch.hpp>
#include <deque>

#include "core/control/factory/controller_factory.h"

using namespace evenkeel;

namespace {

enum class Fate { clean, lost, late };

/// A path of 2 Mbit/s that takes what the controller sends, up to that, in packets of 1250 bytes; a report on each.
/// After 20 s some packets count as lost; `late`: they come two reports later.
DataRate rate_after(const std::string& name, Fate fate) {
  const auto controller = make_controller(name);
  RateLimits limits;
  limits.start = megabits_per_second(1);
  limits.maximum = megabits_per_second(2);
  constexpr LocalTime t0{1000s};
  constexpr Duration way = 25ms;
  DataRate rate = controller->start(limits, 1, t0).target;
  LocalTime now = t0;
  std::deque<PacketResult> late;
  std::deque<PacketResult> on_the_way;
  for (std::int64_t sequence = 0; now < t0 + 30s; ++sequence) {
    controller->on_sent({sequence, bytes(1250), now});
    PacketResult sent{sequence, bytes(1250), now, true, RemoteTime(now.time_since_epoch() + way), way};
    if (fate != Fate::clean && now > t0 + 20s && sequence % 20 < 3) {
      sent.received = false;
      sent.arrival.reset();
      sent.one_way_delay.reset();
    }
    on_the_way.push_back(sent);
    while (!on_the_way.empty() && on_the_way.front().sent + 2 * way <= now) {
      std::vector<PacketResult> results;
      if (!late.empty() && late.front().sequence + 2 < on_the_way.front().sequence) {
        results.push_back(late.front());
        late.pop_front();
      }
      results.push_back(on_the_way.front());
      on_the_way.pop_front();
      if (!results.back().received && fate == Fate::late) {
        PacketResult found = results.back();
        found.received = found.late = true;
        found.arrival = RemoteTime(found.sent.time_since_epoch() + way + 20ms);
        found.one_way_delay = way + 20ms;
        late.push_back(found);
      }
      PathReport report;
      report.now = now;
      report.packets = results;
      if (results.back().received) report.round_trip_time = 2 * way;
      report.smoothed_round_trip_time = report.min_round_trip_time = 2 * way;
      if (const auto update = controller->on_report(report)) rate = update->target;
    }
    if (const auto tick = controller->next_tick(); tick && *tick <= now) {
      if (const auto update = controller->on_tick(now)) rate = update->target;
    }
    now += bytes(1250) / rate;
  }
  return rate;
}

}  // namespace

TEST_CASE("What counts as lost and comes late is taken back by every controller") {
  const std::string name = GENERATE("arc", "darc", "ldcc", "gcc", "gcc-2016", "gcc-simple", "nada", "nada-2013",
                                    "scream", "scream-v1", "tfrc");
  const DataRate clean = rate_after(name, Fate::clean);
  const DataRate late = rate_after(name, Fate::late);
  const DataRate lost = rate_after(name, Fate::lost);
  CAPTURE(name, clean.kbps(), late.kbps(), lost.kbps());
  CHECK(late >= 0.9 * clean);
}
