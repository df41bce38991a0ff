#include <catch2/catch.hpp>
#include <cmath>

#include "tests/unit/sim/recording.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr DataRate megabit = megabits_per_second(1);

lab::RunPlan steady(const lab::LinkPlan& forward, Duration duration, DataRate rate) {
  auto plan = dumbbell(forward, duration);
  network_of(plan).log_packets = true;
  auto flow = media("fixed");
  flow.limits = {rate, rate, rate};
  add(plan, "media", flow);
  return plan;
}

/// Packets are written as they arrive.
int overtaken(const Recording& seen) {
  int count = 0;
  std::int64_t newest = -1;
  for (const PacketRecord& packet : seen.packets) {
    if (packet.sequence < newest) ++count;
    newest = std::max(newest, packet.sequence);
  }
  return count;
}

}  // namespace

TEST_CASE("link extras: a step of the delay holds from its instant on and lets none overtake") {
  for (const Duration later : {Duration(70ms), Duration(5ms)}) {
    auto forward = link(megabits_per_second(10), 20ms);
    forward.delay_steps = {{5s, later}};
    auto plan = steady(forward, 10s, megabit);
    const auto seen = run(plan);
    REQUIRE(seen.error.empty());
    for (const PacketRecord& packet : seen.packets) {
      REQUIRE(packet.one_way_delay);
      if (packet.send_time < 4900ms) CHECK(*packet.one_way_delay < 23ms);
      if (packet.send_time < 4900ms) CHECK(*packet.one_way_delay >= 20ms);
      if (packet.send_time > 5100ms) CHECK(*packet.one_way_delay >= later);
      if (packet.send_time > 5100ms) CHECK(*packet.one_way_delay < later + 3ms);
    }
    CHECK(overtaken(seen) == 0);
  }
}

TEST_CASE("link extras: the share that is held back comes late and behind others") {
  auto forward = link(megabits_per_second(10), 20ms);
  forward.reordering = 0.1;
  forward.held_back = 30ms;
  const auto seen = run(steady(forward, 60s, megabit));
  double late = 0;
  for (const PacketRecord& packet : seen.packets) {
    if (*packet.one_way_delay > 49ms) ++late;
    CHECK((*packet.one_way_delay < 23ms || *packet.one_way_delay >= 50ms));
  }
  const auto count = static_cast<double>(seen.packets.size());
  CHECK(overtaken(seen) == Approx(late).margin(2));
  CHECK(late / count == Approx(0.1).margin(0.015));
}

TEST_CASE("link extras: packets leave at multiples of the burst interval") {
  auto forward = link(megabits_per_second(10), 20ms);
  forward.burst_interval = 5ms;
  const auto seen = run(steady(forward, 10s, megabit));
  REQUIRE(seen.packets.size() > 500);
  for (const PacketRecord& packet : seen.packets) {
    CHECK((*packet.arrival_time - 20ms) % Duration(5ms) == Duration(0));
    CHECK(*packet.one_way_delay <= 20ms + 5ms + 3ms);
  }
}

TEST_CASE("link extras: a full bucket passes a burst at once and then the rate") {
  auto forward = link(megabit, 10ms, queue_of(lab::PacketCount{1000}));
  forward.bucket = bytes(20'000);
  auto plan = dumbbell(forward, 10s);
  network_of(plan).measured = {{0s, 10s}};
  add(plan, "cbr", cbr(megabits_per_second(80)), {{0s, 7950us}});  // 80 packets
  const auto seen = run(plan);
  REQUIRE(seen.error.empty());
  CHECK(seen.of("cbr", "packetsArrived") == 80);
  // 20 kB at once and what came in since; 60 left, 8 ms each: the last after 480 ms from its start.
  CHECK(seen.of("cbr", "trueOneWayDelayMax") == Approx(10 + 480 - 7.9).margin(0.01));
}

TEST_CASE("link extras: the bucket's mean is the rate") {
  auto forward = link(megabit, 10ms);
  forward.bucket = bytes(64'000);
  auto plan = dumbbell(forward, 60s);
  add(plan, "cbr", cbr(megabits_per_second(2)));
  const auto seen = run(plan);
  CHECK(seen.mean("cbr", &Sample::receive_bitrate_bps, 5s, 60s) == Approx(1e6).epsilon(0.005));
}

TEST_CASE("link extras: results of measured times cover what arrives within them") {
  auto plan = steady(link(megabits_per_second(10), 20ms), 20s, megabit);
  network_of(plan).measured = {{2s, 4s}, {10s, 12s}};
  auto other = cbr(megabits_per_second(2));
  other.randomized = true;
  add(plan, "cbr", other, {{3s, 11s}});
  const auto seen = run(plan);
  CHECK(seen.of("cbr", "measuredBitrate") == Approx(1e6).epsilon(0.03));
  CHECK(seen.of("media", "measuredBitrate") == Approx(1e6).epsilon(0.05));
  CHECK(seen.of("media", "queueWaitP50") == Approx(0).margin(0.01));
  CHECK(seen.of("media", "queueWaitMax") < 2);
  CHECK(seen.of("media", "queueWaitP99") > 0.1);
  network_of(plan).measured.clear();
  CHECK_FALSE(run(plan).has("media", "measuredBitrate"));
}

TEST_CASE("link extras: a wait is what stands before the packet") {
  auto plan = dumbbell(link(megabit, 10ms, queue_of(lab::PacketCount{100})), 5s);
  network_of(plan).measured = {{0s, 5s}};
  add(plan, "cbr", cbr(megabits_per_second(80)), {{0s, 950us}});  // 10 packets, 8 ms each
  const auto seen = run(plan);
  CHECK(seen.of("cbr", "queueWaitMax") == Approx(9 * 8 - 0.9).margin(1e-3));
  CHECK(seen.of("cbr", "queueWaitP50") == Approx(4 * 8 - 0.4).margin(1e-3));
}

TEST_CASE("media extras: a limited source and a fast clock") {
  auto plan = dumbbell(link(megabits_per_second(5), 20ms), 40s);
  auto flow = media("fixed");
  flow.limits = {2 * megabit, 2 * megabit, 2 * megabit};
  flow.source = lab::MediaPlan::Source::video;
  flow.limited = lab::SourceLimit{{10s, 20s}, kilobits_per_second(500)};
  add(plan, "media", flow);
  const auto seen = run(plan);
  CHECK(seen.mean("media", &Sample::send_bitrate_bps, 2s, 10s) > 1.7e6);
  CHECK(seen.mean("media", &Sample::send_bitrate_bps, 11s, 20s) == Approx(0.55e6).epsilon(0.1));
  CHECK(seen.mean("media", &Sample::send_bitrate_bps, 21s, 40s) > 1.7e6);
}

TEST_CASE("media extras: the receiver's clock runs away") {
  auto plan = dumbbell(link(megabits_per_second(5), 20ms), 20s);
  auto flow = media("fixed");
  flow.limits = {megabit, megabit, megabit};
  flow.clock_skew = 0.01;
  add(plan, "media", flow);
  const auto seen = run(plan);
  REQUIRE(seen.error.empty());
  CHECK(seen.mean("media", &Sample::one_way_delay_ms, 9900ms, 10s) == Approx(120).margin(5));
  CHECK(seen.mean("media", &Sample::one_way_delay_ms, 18900ms, 19s) == Approx(210).margin(5));
  CHECK(seen.of("media", "trueOneWayDelayMax") < 25);
}

TEST_CASE("link extras: scattered packets overtake one another within the scatter") {
  auto forward = link(megabits_per_second(10), 20ms);
  forward.scatter = 20ms;
  const auto seen = run(steady(forward, 20s, megabit));
  REQUIRE(seen.packets.size() > 1000);
  for (const PacketRecord& packet : seen.packets) {
    CHECK(*packet.one_way_delay >= 20ms);
    CHECK(*packet.one_way_delay <= 20ms + 20ms + 3ms);
  }
  CHECK(overtaken(seen) > 200);
}

TEST_CASE("link extras: a delay that dips does so for its length, and nothing is overtaken") {
  auto forward = link(megabits_per_second(10), 25ms);
  forward.dips = {5s, 100ms, 12ms};
  const auto seen = run(steady(forward, 20s, megabit));
  int dipped = 0;
  for (const PacketRecord& packet : seen.packets) {
    const Duration into = (packet.send_time + 1ms) % Duration(5s);
    if (*packet.one_way_delay < 20ms) {
      ++dipped;
      CHECK(into < 103ms);
    }
    CHECK(*packet.one_way_delay >= 12ms);
    CHECK(*packet.one_way_delay < 28ms);
  }
  CHECK(dipped > 15);
  CHECK(dipped < 60);
  CHECK(overtaken(seen) == 0);
}

TEST_CASE("link extras: a copy of a packet counts as none in the measures") {
  auto forward = link(megabits_per_second(10), 20ms);
  forward.duplicates = 0.3;
  const auto seen = run(steady(forward, 20s, megabit));
  REQUIRE(seen.error.empty());
  CHECK(seen.of("media", "packetsLost") == 0);
  CHECK(seen.of("media", "packetsArrived") == Approx(static_cast<double>(seen.packets.size())).margin(10));
}

TEST_CASE("link extras: packets above the MTU are lost") {
  auto forward = link(megabits_per_second(10), 20ms);
  forward.mtu = bytes(900);
  auto plan = dumbbell(forward, 10s);
  add(plan, "cbr", cbr(megabit));
  const auto seen = run(plan);
  REQUIRE(seen.error.empty());
  CHECK(seen.of("cbr", "packetsArrived") == 0);
  CHECK(seen.of("cbr", "lossRate") == Approx(1));
}
