#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "recording.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr DataRate megabit = megabits_per_second(1);

// 8 ms of 1000 bytes each 0.1 ms: 80 packets before the first has left a link of 1 Mbit/s.
lab::RunPlan burst_into(const lab::QueuePlan& queue) {
  auto plan = dumbbell(link(megabit, 10ms, queue), 2s);
  add(plan, "cbr", cbr(megabits_per_second(80)), {{0s, 7950us}});
  return plan;
}

std::string trace_file(const std::string& text) {
  const auto path = std::filesystem::temp_directory_path() / "evenkeel-link-test.trace";
  std::ofstream(path) << text;
  return path.string();
}

}  // namespace

TEST_CASE("link: an unloaded path takes its propagation and the packet's own time") {
  auto plan = dumbbell(link(megabit, 25ms), 5s);
  network_of(plan).network.hops.push_back({link(megabits_per_second(2), 5ms), link(megabit, 5ms)});
  auto& flow = add(plan, "cbr", cbr(kilobits_per_second(100)));
  flow.to = 2;
  flow.access_delay = 3ms;
  const auto seen = run(plan);
  REQUIRE(seen.error.empty());
  // 25 + 5 + 3 ms, and 8000 bits at 1 and at 2 Mbit/s.
  CHECK(seen.of("cbr", "trueOneWayDelayMean") == Approx(45).margin(1e-3));
  CHECK(seen.of("cbr", "trueOneWayDelayMax") == Approx(45).margin(1e-3));
  CHECK(seen.of("cbr", "queueDelayP50") == Approx(12).margin(1e-3));
  CHECK(seen.of("cbr", "packetsLost") == 0);
}

TEST_CASE("link: the way back is a way of its own") {
  auto plan = dumbbell(link(megabit, 25ms), 5s);
  network_of(plan).network.hops[0].backward = link(megabits_per_second(4), 7ms);
  auto& flow = add(plan, "cbr", cbr(kilobits_per_second(100)));
  flow.from = 1;
  flow.to = 0;
  CHECK(run(plan).of("cbr", "trueOneWayDelayMax") == Approx(9).margin(1e-3));
}

TEST_CASE("link: every packet arrived or was lost, once all in flight have arrived") {
  auto plan = dumbbell(link(megabit, 25ms, queue_of(lab::PacketCount{10})), 20s);
  network_of(plan).network.hops[0].forward.loss = 0.02;
  network_of(plan).network.hops.push_back({link(kilobits_per_second(900), 5ms), link(megabit, 5ms)});
  add(plan, "both", cbr(kilobits_per_second(700)), {{0s, 10s}}).to = 2;
  add(plan, "first", cbr(kilobits_per_second(500)), {{0s, 10s}});
  const auto seen = run(plan);
  for (const std::string flow : {"both", "first"}) {
    CHECK(seen.of(flow, "packetsLost") > 0);
    CHECK(seen.of(flow, "packetsSent") == seen.of(flow, "packetsArrived") + seen.of(flow, "packetsLost"));
  }
  CHECK(seen.of("first", "packetsSent") == 625);
}

TEST_CASE("link: a drop tail holds exactly as many packets as planned, counted in packets, bytes or time") {
  const auto limit = GENERATE(std::variant<lab::PacketCount, Duration, DataSize>(lab::PacketCount{20}),
                              std::variant<lab::PacketCount, Duration, DataSize>(bytes(20'999)),
                              std::variant<lab::PacketCount, Duration, DataSize>(Duration(160ms)));
  const auto seen = run(burst_into(queue_of(limit)));
  CHECK(seen.of("cbr", "packetsSent") == 80);
  CHECK(seen.of("cbr", "packetsArrived") == 20);
  CHECK(seen.of("cbr", "packetsLost") == 60);
  CHECK(seen.of("cbr", "trueOneWayDelayMax") == Approx(170 - 1.9).margin(1e-3));
}

TEST_CASE("link: a buffer of nothing but the packet in service still passes packets on") {
  const auto seen = run(burst_into(queue_of(bytes(1))));
  CHECK(seen.of("cbr", "packetsArrived") == 1);
}

TEST_CASE("link: the capacity is used and not exceeded") {
  auto plan = dumbbell(link(megabits_per_second(1.5), 25ms), 20s);
  add(plan, "cbr", cbr(megabits_per_second(3)));
  const auto seen = run(plan);
  CHECK(seen.mean("cbr", &Sample::receive_bitrate_bps, 5s, 20s) == Approx(1.5e6).epsilon(0.005));
  CHECK(seen.mean("cbr", &Sample::send_bitrate_bps, 5s, 20s) == Approx(3e6).epsilon(0.005));
  CHECK(seen.mean("cbr", &Sample::fraction_lost, 5s, 20s) == Approx(0.5).margin(0.01));
  CHECK(seen.mean("cbr", &Sample::link_queue_ms, 5s, 20s) == Approx(292).margin(8));
  CHECK(seen.mean("cbr", &Sample::link_capacity_bps, 0s, 20s) == 1.5e6);
}

TEST_CASE("link: a step of the rate holds from its instant on") {
  auto plan = dumbbell(link(megabits_per_second(2), 10ms), 12s);
  network_of(plan).network.hops[0].forward.steps = {{6s, megabit}};
  add(plan, "cbr", cbr(megabits_per_second(3)));
  const auto seen = run(plan);
  CHECK(seen.mean("cbr", &Sample::receive_bitrate_bps, 2s, 6s) == Approx(2e6).epsilon(0.005));
  CHECK(seen.mean("cbr", &Sample::receive_bitrate_bps, 6100ms, 12s) == Approx(1e6).epsilon(0.005));
  CHECK(seen.mean("cbr", &Sample::link_capacity_bps, 6s, 12s) == 1e6);
}

TEST_CASE("link: a rate of zero holds everything back, and what waited goes on") {
  auto plan = dumbbell(link(megabit, 10ms, queue_of(lab::PacketCount{1000})), 10s);
  network_of(plan).network.hops[0].forward.steps = {{2s, DataRate()}, {4s, megabits_per_second(2)}};
  add(plan, "cbr", cbr(kilobits_per_second(500)), {{0s, 8s}});
  const auto seen = run(plan);
  CHECK(seen.mean("cbr", &Sample::receive_bitrate_bps, 2100ms, 4s) == 0);
  CHECK(seen.of("cbr", "packetsArrived") == 500);
  CHECK(seen.of("cbr", "trueOneWayDelayMax") > 2000);
}

TEST_CASE("link: a rate that stays zero does not hang the run") {
  auto plan = dumbbell(link(megabit, 10ms), 5s);
  network_of(plan).network.hops[0].forward.steps = {{2s, DataRate()}};
  add(plan, "cbr", cbr(kilobits_per_second(500)));
  const auto seen = run(plan);
  CHECK(seen.rows.at("cbr").size() == 50);
  CHECK(*seen.rows.at("cbr").back().link_queue_ms == Approx(3'600'000));
}

TEST_CASE("link: a trace passes on what it says") {
  const std::string path = trace_file("12\n");  // 1504 bytes each 12 ms
  auto plan = dumbbell(link(DataRate(), 10ms), 20s);
  network_of(plan).network.hops[0].forward.trace = path;
  add(plan, "cbr", cbr(megabits_per_second(2), bytes(1504)));
  const auto seen = run(plan);
  std::filesystem::remove(path);
  REQUIRE(seen.error.empty());
  CHECK(seen.mean("cbr", &Sample::receive_bitrate_bps, 5s, 20s) == Approx(1504 * 8 / 0.012).epsilon(0.005));
  CHECK(seen.mean("cbr", &Sample::link_queue_ms, 5s, 20s) == Approx(300).margin(24));
}

TEST_CASE("link: packets are lost behind the queue with the planned probability") {
  auto plan = dumbbell(link(megabit, 10ms), 100s);
  network_of(plan).network.hops[0].forward.loss = 0.1;
  add(plan, "cbr", cbr(kilobits_per_second(800)));
  const auto seen = run(plan);
  CHECK(seen.of("cbr", "packetsSent") == 10'000);
  CHECK(seen.of("cbr", "lossRate") == Approx(0.1).margin(0.012));  // four deviations
}

TEST_CASE("link: losses within a round trip are one event") {
  auto plan = dumbbell(link(megabit, 100ms, queue_of(lab::PacketCount{5})), 60s);
  add(plan, "cbr", cbr(kilobits_per_second(1050)));
  const auto seen = run(plan);
  // One packet of 21 is lost, one each 160 ms; an event lasts 200 ms and up to 40 ms of queue, two losses.
  CHECK(seen.of("cbr", "packetsLost") == Approx(375).epsilon(0.02));
  CHECK(seen.of("cbr", "lossEvents") == Approx(60 / 0.32).epsilon(0.1));
  CHECK(seen.of("cbr", "lossEventRate") == Approx(seen.of("cbr", "lossEvents") / seen.of("cbr", "packetsSent")));
}

TEST_CASE("link: jitter delays packets, and lets none overtake another") {
  auto plan = dumbbell(link(megabits_per_second(10), 20ms), 20s);
  network_of(plan).network.hops[0].forward.jitter_sigma = 5ms;
  network_of(plan).log_packets = true;
  auto flow = media("fixed");
  flow.limits = {megabit, megabit, megabit};
  add(plan, "media", flow);
  const auto seen = run(plan);
  REQUIRE(seen.packets.size() > 2000);
  Duration last{};
  std::int64_t sequence = -1;
  for (const PacketRecord& packet : seen.packets) {
    REQUIRE(packet.arrival_time);
    CHECK(packet.sequence == ++sequence);
    CHECK(*packet.arrival_time >= last);
    CHECK(*packet.one_way_delay >= 20ms);
    CHECK(*packet.one_way_delay <= 20ms + 15ms + 2ms);
    last = *packet.arrival_time;
  }
  CHECK(seen.of("media", "trueOneWayDelayP95") > 27);
}
