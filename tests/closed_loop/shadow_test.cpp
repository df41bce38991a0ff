#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>

#include "app/lab/claims/statistics.h"
#include "core/control/factory/controller_factory.h"
#include "core/session/shadow_replay.h"
#include "sources.h"

namespace evenkeel::test {
namespace {

ShadowControllers shadows_of(const std::vector<std::string>& names) {
  std::vector<std::unique_ptr<RateController>> controllers;
  for (const std::string& name : names) controllers.push_back(make_controller(name));
  return ShadowControllers(std::move(controllers));
}

/// The demo's link, half as wide from 40 s to 80 s, with some loss and jitter.
Simulation stepped_link() {
  LinkConfig link = constant_link(megabits_per_second(2.5), 50ms, Duration(300ms));
  link.capacity = Capacity::schedule(
      {{0s, megabits_per_second(2.5)}, {40s, megabits_per_second(1.25)}, {80s, megabits_per_second(2.5)}});
  link.loss = IndependentLoss{0.002};
  link.jitter_sigma = 1ms;
  return {link, constant_link(DataRate::unlimited(), 50ms, Duration(1s))};
}

Flow& call(Simulation& simulation, const std::string& controller, const std::vector<std::string>& shadows,
           bool packets = false) {
  FlowConfig config;
  config.controller = controller;
  config.keep_packet_results = packets;
  Flow& flow = simulation.add(config, synthetic());
  flow.sender->set_shadows(shadows_of(shadows), epoch);
  simulation.run_until(120s);
  return flow;
}

std::vector<double> relative_differences(const Flow& flow, std::optional<double> Sample::*shadow) {
  std::vector<double> differences;
  for (const Sample& row : flow.samples) {
    if (row.target_bitrate_bps && row.*shadow) {
      differences.push_back(std::abs(*(row.*shadow) / *row.target_bitrate_bps - 1));
    }
  }
  return differences;
}

std::vector<PacketRecord> recorded(Flow& flow) {
  std::vector<PacketRecord> packets;
  for (const PacketResult& r : flow.sender->take_packet_results()) {
    PacketRecord record{"up", r.rtp_sequence, r.size, r.sent - epoch, std::nullopt, r.one_way_delay};
    if (r.received && r.one_way_delay) record.arrival_time = record.send_time + *r.one_way_delay;
    packets.push_back(record);
  }
  std::ranges::stable_sort(packets, {}, &PacketRecord::send_time);
  return packets;
}

}  // namespace

TEST_CASE("a shadow of the running controller has its target", "[shadow]") {
  const std::string controller = GENERATE("ldcc", "darc", "arc", "gcc");
  Simulation simulation = stepped_link();
  const Flow& flow = call(simulation, controller, {controller});
  const auto differences = relative_differences(flow, &Sample::shadow_target_1_bps);
  CAPTURE(controller, mean_of(differences));
  REQUIRE(differences.size() > 1150);
  CHECK(percentile_of(differences, 1) < 0.01);
}

TEST_CASE("shadow controllers change nothing in the call", "[shadow]") {
  Simulation with = stepped_link();
  const Flow& watched = call(with, "darc", {"ldcc", "arc", "gcc"});
  Simulation without = stepped_link();
  const Flow& alone = call(without, "darc", {});
  CHECK(watched.departures == alone.departures);
  CHECK_FALSE(alone.samples.back().shadow_target_1_bps);
}

TEST_CASE("a shadow of LDCC beside DARC follows the link", "[shadow]") {
  Simulation simulation = stepped_link();
  const Flow& flow = call(simulation, "darc", {"fixed", "ldcc"});
  const auto mean = [&](Duration from, Duration to) {
    return mean_of(column(flow, &Sample::shadow_target_2_bps, from, to));
  };
  const double before = mean(30s, 40s);
  const double narrow = mean(60s, 80s);
  const double after = mean(110s, 120s);
  CAPTURE(before, narrow, after);
  CHECK(narrow < 0.7 * before);
  CHECK(after > 1.3 * narrow);
  for (const double rate : {before, narrow, after}) {
    CHECK(rate > 0.5e6);
    CHECK(rate < 4e6);
  }
}

TEST_CASE("what is replayed from packets is near what was seen in the call", "[shadow]") {
  const std::string controller = GENERATE("ldcc", "darc");
  Simulation simulation = stepped_link();
  Flow& flow = call(simulation, controller, {}, true);
  const auto packets = recorded(flow);
  ShadowControllers shadows = shadows_of({controller});
  const auto rows = replay_shadows(packets, 50ms, RateLimits(), 1, shadows);
  REQUIRE(rows.size() > 1150);
  std::vector<double> differences;
  for (const ShadowRow& row : rows) {
    const auto index = static_cast<std::size_t>(row.time / 100ms);
    if (index >= flow.samples.size() || !flow.samples[index].target_bitrate_bps) continue;
    differences.push_back(std::abs(row.targets[0].bps() / *flow.samples[index].target_bitrate_bps - 1));
  }
  CAPTURE(controller, median_of(differences), percentile_of(differences, 0.95));
  CHECK(median_of(differences) < 0.05);
  CHECK(percentile_of(differences, 0.95) < 0.3);
}

TEST_CASE("replaying nothing gives nothing", "[shadow]") {
  ShadowControllers shadows = shadows_of({"ldcc"});
  CHECK(replay_shadows({}, 50ms, RateLimits(), 1, shadows).empty());
}

// Not run by itself: `closed_loop "what shadows cost"` prints the share of a core for calls in real time.
TEST_CASE("what shadows cost", "[.][benchmark]") {
  const auto seconds_of = [](const std::vector<std::string>& shadows) {
    const auto begin = std::chrono::steady_clock::now();
    Simulation simulation = stepped_link();
    call(simulation, "darc", shadows);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const double alone = seconds_of({});
  for (const auto name : controller_names()) {
    const double three = seconds_of({std::string(name), std::string(name), std::string(name)});
    std::printf("%-10s %.4f %% of a core each\n", std::string(name).c_str(), 100 * (three - alone) / 3 / 120);
  }
}

}  // namespace evenkeel::test
