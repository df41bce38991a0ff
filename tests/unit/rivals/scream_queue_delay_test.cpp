#include "core/control/rivals/scream/queue_delay.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

Duration after(ScreamQueueDelay& queue_delay, LocalTime now, std::vector<std::optional<Duration>> delays,
               Duration assumed = 0ms) {
  std::vector<PacketResult> results;
  for (const auto& d : delays) {
    results.push_back({0, bytes(1000), now, true, std::nullopt, d});
    results.back().assumed_propagation = assumed;
  }
  PathReport report;
  report.now = now;
  report.packets = results;
  queue_delay.on_feedback(report);
  return queue_delay.latest();
}

}  // namespace

TEST_CASE("SCReAM's queue delay is that of the newest packet above the smallest of ten minutes") {
  ScreamQueueDelay queue_delay;
  CHECK(queue_delay.latest() == 0ms);
  CHECK(after(queue_delay, t0, {80ms, 50ms, 60ms}) == 10ms);
  CHECK(after(queue_delay, t0 + 1s, {std::nullopt}) == 10ms);  // nothing known of it: as before
  CHECK(after(queue_delay, t0 + 2s, {40ms, std::nullopt}) == 0ms);
  CHECK(after(queue_delay, t0 + 2100ms, {60ms}) == 10ms);  // one alone is no base
  CHECK(after(queue_delay, t0 + 2200ms, {40ms}) == 0ms);   // confirmed
  CHECK(after(queue_delay, t0 + 9min, {90ms}) == 50ms);
  CHECK(after(queue_delay, t0 + 11min, {90ms}) == 0ms);  // the path has become longer
}

TEST_CASE("SCReAM takes no step of what an estimate assumes for a queue") {
  ScreamQueueDelay queue_delay;
  CHECK(after(queue_delay, t0, {20ms}, 20ms) == 0ms);
  CHECK(after(queue_delay, t0 + 5min, {50ms}, 50ms) == 0ms);
  CHECK(after(queue_delay, t0 + 5min + 1s, {57ms}, 50ms) == 7ms);
}

TEST_CASE("SCReAM's queue delay stays between nothing and a day") {
  ScreamQueueDelay queue_delay;
  CHECK(after(queue_delay, t0, {Duration::max()}) == 0ms);
  CHECK(after(queue_delay, t0, {Duration::min()}) == 0ms);
  CHECK(after(queue_delay, t0, {Duration::max()}) == 24h);
}

TEST_CASE("SCReAM's average rises by a quarter of the way and falls at once") {
  ScreamDelayAverage average;
  average.add(40ms, 0.25);
  CHECK(average.average() == 10ms);
  average.add(40ms, 0.25);
  CHECK(to_milliseconds(average.average()) == Approx(17.5));
  average.add(5ms, 0.25);
  CHECK(average.average() == 5ms);
  for (int i = 0; i < 200; ++i) average.add(20ms, 0.25);
  CHECK(to_milliseconds(average.average()) == Approx(20));
  CHECK(average.deviation() < 1ms);
  average.add(36ms, 0.25);
  CHECK(to_milliseconds(average.deviation()) == Approx(1).margin(0.1));
}
