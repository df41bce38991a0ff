#include <catch2/catch.hpp>

#include "recording.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("media: LDCC alone reaches the equilibrium of eq. 19") {
  auto plan = dumbbell(link(megabits_per_second(1.5), 25ms, queue_of(Duration(1s))), 100s);
  network_of(plan).settling = 50s;
  add(plan, "ldcc", media());
  const auto seen = run(plan);
  REQUIRE(seen.error.empty());
  CHECK(seen.mean("ldcc", &Sample::one_way_delay_ms, 50s, 100s) == Approx(119.2).margin(3));
  CHECK(seen.of("ldcc", "trueOneWayDelayMean") == Approx(119.2).margin(3));
  CHECK(seen.mean("ldcc", &Sample::send_bitrate_bps, 50s, 100s) == Approx(1.5e6).epsilon(0.02));
  CHECK(seen.mean("ldcc", &Sample::receive_bitrate_bps, 50s, 100s) == Approx(1.5e6).epsilon(0.02));
  CHECK(seen.of("ldcc", "packetsLost") == 0);
  CHECK(seen.mean("ldcc", &Sample::link_queue_ms, 50s, 100s) == Approx(94).margin(4));
}

TEST_CASE("media: its packets have the planned size") {
  auto plan = dumbbell(link(megabits_per_second(1.5), 25ms), 20s);
  network_of(plan).log_packets = true;
  auto flow = media("fixed");
  flow.limits = {megabits_per_second(1), megabits_per_second(1), megabits_per_second(1)};
  flow.packet = GENERATE(bytes(1000), bytes(1500));
  add(plan, "media", flow);
  const auto seen = run(plan);
  std::int64_t sum = 0;
  for (const PacketRecord& packet : seen.packets) {
    CHECK(packet.size <= flow.packet);
    sum += packet.size.bytes();
  }
  REQUIRE(!seen.packets.empty());
  const double mean = static_cast<double>(sum) / static_cast<double>(seen.packets.size());
  CHECK(mean > 0.985 * static_cast<double>(flow.packet.bytes()));
  CHECK(seen.of("media", "packetsArrived") == static_cast<double>(seen.packets.size()));
}

TEST_CASE("media: settings of the algorithms in use change the run, others are left aside") {
  auto plan = dumbbell(link(megabits_per_second(1.5), 25ms, queue_of(Duration(1s))), 60s);
  auto flow = media();
  flow.settings = {{"arc.qthresh", "5"}};
  add(plan, "ldcc", flow);
  const auto as_planned = run(plan);
  REQUIRE(as_planned.error.empty());
  flow.settings = {{"ldcc.w", "40kbps"}, {"rmc.k_r", "1"}};
  network_of(plan).flows[0].traffic = flow;
  const auto changed = run(plan);
  REQUIRE(changed.error.empty());
  // A higher price of the same rate: eq. 19 with twice w.
  CHECK(changed.mean("ldcc", &Sample::one_way_delay_ms, 40s, 60s) >
        as_planned.mean("ldcc", &Sample::one_way_delay_ms, 40s, 60s) + 15);
}

TEST_CASE("media: a flow pauses and resumes") {
  auto plan = dumbbell(link(megabits_per_second(1.5), 25ms), 40s);
  auto flow = media();
  flow.source = GENERATE(lab::MediaPlan::Source::greedy, lab::MediaPlan::Source::video);
  add(plan, "media", flow, {{5s, 15s}, {25s, 35s}});
  const auto seen = run(plan);
  CHECK(!seen.rows.at("media")[10].send_bitrate_bps);
  CHECK(seen.mean("media", &Sample::receive_bitrate_bps, 16s, 25s) == 0);
  CHECK(seen.mean("media", &Sample::send_bitrate_bps, 30s, 35s) > 200e3);
  CHECK(seen.mean("media", &Sample::pacer_queue_ms, 25s, 26s) < 300);  // no frames of the pause
}

TEST_CASE("media: video sends no more than its encoder can use") {
  auto plan = dumbbell(link(megabits_per_second(4), 25ms), 60s);
  auto flow = media();
  flow.source = lab::MediaPlan::Source::video;
  flow.max_media = megabits_per_second(1);
  add(plan, "video", flow);
  const auto seen = run(plan);
  CHECK(seen.mean("video", &Sample::media_bitrate_bps, 40s, 60s) == Approx(1e6).epsilon(0.05));
  CHECK(seen.of("video", "queueDelayP50") < 30);
  CHECK(seen.rows.at("video").back().frames_received.value_or(0) == Approx(30 * 60).epsilon(0.02));
}

TEST_CASE("media: an estimated delay is labelled, and the truth is in the results") {
  auto plan = dumbbell(link(megabits_per_second(1.5), 25ms), 20s);
  network_of(plan).network.hops[0].backward.delay = 65ms;
  auto flow = media("fixed");
  flow.limits = {megabits_per_second(1), megabits_per_second(1), megabits_per_second(1)};
  flow.delay_kind = DelayKind::estimated;
  add(plan, "media", flow);
  const auto seen = run(plan);
  const Sample& last = seen.rows.at("media").back();
  CHECK(last.one_way_delay_kind == DelayKind::estimated);
  CHECK(*last.one_way_delay_ms > 40);  // half the round trip
  CHECK(seen.of("media", "trueOneWayDelayP50") < 40);
}

TEST_CASE("media: two flows share, and a UDP flow takes its part") {
  auto plan = dumbbell(link(megabits_per_second(3.5), 25ms, queue_of(lab::PacketCount{130})), 100s);
  network_of(plan).settling = 50s;
  add(plan, "udp", cbr(kilobits_per_second(500)));
  add(plan, "one", media(), {{2s, 100s}});
  add(plan, "two", media(), {{4s, 100s}});
  const auto seen = run(plan);
  CHECK(seen.of("udp", "meanReceiveBitrate") == Approx(500e3).epsilon(0.005));
  CHECK(seen.of("one", "meanReceiveBitrate") == Approx(1.5e6).epsilon(0.05));
  CHECK(seen.of("two", "meanReceiveBitrate") == Approx(1.5e6).epsilon(0.05));
  CHECK(seen.of("one", "trueOneWayDelayMean") == Approx(119.2).margin(4));
}

TEST_CASE("media: a way back that is full delays the reports") {
  auto plan = dumbbell(link(megabits_per_second(2), 25ms), 30s);
  network_of(plan).network.hops[0].backward = link(megabits_per_second(1), 25ms);
  add(plan, "media", media("fixed"));
  auto& reverse = add(plan, "udp", cbr(megabits_per_second(2)));
  reverse.from = 1;
  reverse.to = 0;
  const auto seen = run(plan);
  CHECK(seen.mean("media", &Sample::round_trip_time_ms, 10s, 30s) > 300);
}

TEST_CASE("media: TFRC gives its estimators") {
  auto plan = dumbbell(link(megabits_per_second(2), 25ms, queue_of(lab::PacketCount{20})), 60s);
  network_of(plan).settling = 20s;
  add(plan, "tfrc", media("tfrc"));
  const auto seen = run(plan);
  REQUIRE(seen.error.empty());
  CHECK(seen.of("tfrc", "tfrcLossEvents") > 0);
  CHECK(seen.of("tfrc", "meanInverseThetaHat") > 0);
  CHECK(seen.of("tfrc", "tfrcLossEventRate") == Approx(seen.of("tfrc", "lossEventRate")).epsilon(0.5));
}

TEST_CASE("media: the seed of a run is that of darc's drains too, and each flow has its own") {
  auto plan = dumbbell(link(megabits_per_second(2.5), 25ms, queue_of(Duration(300ms))), 15s);
  add(plan, "darc", media("darc"));
  const std::string first = run(plan, 1).text;
  CHECK(run(plan, 1).text == first);
  CHECK(run(plan, 2).text != first);
}
