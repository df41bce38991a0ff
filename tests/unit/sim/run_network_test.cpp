#include <catch2/catch.hpp>
#include <functional>
#include <limits>

#include "recording.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Catch::Contains;

namespace {

/// Something of everything that has a chance in it.
lab::RunPlan mixed() {
  auto queue = queue_of(lab::PacketCount{50});
  queue.kind = lab::QueuePlan::Kind::red;
  auto plan = dumbbell(link(megabits_per_second(5), 20ms, queue), 15s);
  auto& run = network_of(plan);
  run.network.hops[0].forward.loss = 0.002;
  run.network.hops[0].forward.jitter_sigma = 1ms;
  run.log_packets = true;
  add(plan, "ldcc", media());
  auto video = media("arc");
  video.source = lab::MediaPlan::Source::video;
  add(plan, "video", video, {{2s, 8s}, {9s, 14s}});
  lab::TcpPlan bbr;
  bbr.variant = lab::TcpVariant::bbr;
  add(plan, "bbr", bbr);
  lab::ShortTcpPlan web;
  web.mean_pause = 1s;
  add(plan, "web", web);
  auto random_cbr = cbr(kilobits_per_second(200));
  random_cbr.randomized = true;
  add(plan, "cbr", random_cbr);
  lab::ParetoPlan pareto;
  pareto.rate = kilobits_per_second(500);
  add(plan, "pareto", pareto);
  return plan;
}

std::string error_of(const std::function<void(lab::RunPlan&)>& spoil) {
  auto plan = dumbbell(link(megabits_per_second(1), 25ms), 5s);
  add(plan, "media", media());
  spoil(plan);
  const auto seen = run(plan);
  CHECK(seen.text.empty());
  return seen.error;
}

lab::MediaPlan& media_of(lab::RunPlan& plan) { return std::get<lab::MediaPlan>(network_of(plan).flows[0].traffic); }
lab::LinkPlan& forward_of(lab::RunPlan& plan) { return network_of(plan).network.hops[0].forward; }

}  // namespace

TEST_CASE("run_network: the same plan and seed write the same, regardless of runs in between") {
  const auto plan = mixed();
  const auto first = run(plan, 7);
  REQUIRE(first.error.empty());
  auto other = dumbbell(link(megabits_per_second(1), 5ms), 5s);
  add(other, "tcp", lab::TcpPlan{});
  const auto between = run(other, 7);
  const auto second = run(plan, 7);
  CHECK(first.text.size() > 100'000);
  CHECK((first.text == second.text));
  CHECK((between.text == run(other, 7).text));
  CHECK((first.text != run(plan, 8).text));
}

TEST_CASE("run_network: a row per flow and 100 ms, and one for the rest") {
  auto plan = dumbbell(link(megabits_per_second(1), 25ms), 1250ms);
  add(plan, "cbr", cbr(kilobits_per_second(100)));
  add(plan, "media", media());
  const auto seen = run(plan);
  for (const std::string flow : {"cbr", "media"}) {
    const auto& rows = seen.rows.at(flow);
    REQUIRE(rows.size() == 13);
    CHECK(rows.front().time == 100ms);
    CHECK(rows[11].time == 1200ms);
    CHECK(rows.back().time == 1250ms);
    CHECK(rows.front().send_bitrate_bps);
  }
}

TEST_CASE("run_network: it stops when the writer has enough") {
  auto plan = dumbbell(link(megabits_per_second(1), 25ms), 100s);
  add(plan, "cbr", cbr(kilobits_per_second(100)));
  Recording recording;
  recording.stop_at = 2s;
  CHECK(sim::run_network(plan, 1, recording).empty());
  CHECK(recording.rows.at("cbr").size() == 20);
  CHECK(recording.of("cbr", "meanReceiveBitrate") == Approx(100e3).epsilon(0.05));
}

TEST_CASE("run_network: results leave out the settling time") {
  auto plan = dumbbell(link(megabits_per_second(1), 25ms), 20s);
  add(plan, "cbr", cbr(kilobits_per_second(800)), {{0s, 10s}});
  add(plan, "tcp", lab::TcpPlan{});
  network_of(plan).settling = 12s;
  const auto seen = run(plan);
  CHECK(seen.of("cbr", "packetsSent") == 0);
  CHECK(!seen.has("cbr", "lossRate"));
  CHECK(seen.of("tcp", "packetsSent") == Approx(1000).epsilon(0.05));
  network_of(plan).settling = 30s;
  CHECK(run(plan).results.empty());
}

TEST_CASE("run_network: Pareto bursts have the planned mean") {
  auto plan = dumbbell(link(megabits_per_second(10), 5ms), 3000s);
  lab::ParetoPlan pareto;
  pareto.rate = kilobits_per_second(400);
  pareto.shape = 1.9;
  add(plan, "pareto", pareto).telemetry = false;
  CHECK(run(plan).of("pareto", "meanSendBitrate") == Approx(200e3).epsilon(0.15));
}

TEST_CASE("run_network: random intervals keep the mean rate") {
  auto plan = dumbbell(link(megabits_per_second(10), 5ms), 200s);
  auto random_cbr = cbr(kilobits_per_second(400));
  random_cbr.randomized = true;
  add(plan, "cbr", random_cbr);
  CHECK(run(plan).of("cbr", "meanSendBitrate") == Approx(400e3).epsilon(0.01));
}

TEST_CASE("run_network: a plan that cannot be run is refused with a sentence") {
  CHECK_THAT(error_of([](auto& p) { media_of(p).controller = "nope"; }), Contains("'nope'") && Contains("ldcc"));
  CHECK_THAT(error_of([](auto& p) { media_of(p).send_loop = "nope"; }), Contains("'nope'") && Contains("rmc"));
  CHECK_THAT(error_of([](auto& p) { media_of(p).settings = {{"ldcc.nope", "1"}}; }), Contains("nope"));
  CHECK_THAT(error_of([](auto& p) { media_of(p).settings = {{"arc.qthresh", "many"}}; }), Contains("many"));
  CHECK_THAT(error_of([](auto& p) { media_of(p).settings = {{"nope.w", "1"}}; }), Contains("'nope'"));
  CHECK_THAT(error_of([](auto& p) { media_of(p).settings = {{"w", "1"}}; }), Contains("'w'"));
  CHECK_THAT(error_of([](auto& p) { media_of(p).packet = bytes(20); }), Contains("bytes"));
  CHECK_THAT(error_of([](auto& p) { media_of(p).limits.start = megabits_per_second(90); }), Contains("order"));
  CHECK_THAT(error_of([](auto& p) { network_of(p).flows[0].to = 2; }), Contains("router"));
  CHECK_THAT(error_of([](auto& p) { network_of(p).flows[0].to = 0; }), Contains("router"));
  CHECK_THAT(error_of([](auto& p) { network_of(p).flows[0].name = ""; }), Contains("name"));
  CHECK_THAT(error_of([](auto& p) {
               network_of(p).flows[0].name = "a name too long";
               network_of(p).flows[0].name += "x";
             }),
             Contains("name"));
  CHECK_THAT(error_of([](auto& p) { add(p, "media", cbr(megabits_per_second(1))); }), Contains("'media'"));
  CHECK_THAT(error_of([](auto& p) { add(p, "cbr", cbr(DataRate())); }), Contains("'cbr'") && Contains("rate"));
  CHECK_THAT(error_of([](auto& p) { network_of(p).flows[0].active = {{3s, 4s}, {1s, 2s}}; }), Contains("order"));
  CHECK_THAT(error_of([](auto& p) { forward_of(p).trace = "/nowhere/at/all"; }), Contains("/nowhere/at/all"));
  CHECK_THAT(error_of([](auto& p) { forward_of(p).loss = std::numeric_limits<double>::quiet_NaN(); }),
             Contains("loss"));
  CHECK_THAT(error_of([](auto& p) { forward_of(p).delay = -1ms; }), Contains("delay"));
  CHECK_THAT(error_of([](auto& p) { forward_of(p).queue.limit = lab::PacketCount{0}; }), Contains("queue"));
  CHECK_THAT(error_of([](auto& p) { network_of(p).network.hops.clear(); }), Contains("hop"));
  CHECK_THAT(error_of([](auto& p) { p.duration = 0s; }), Contains("last"));
  CHECK_THAT(error_of([](auto& p) { p.what = lab::Computation(); }), Contains("computation"));
}
