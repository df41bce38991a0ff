#include <catch2/catch.hpp>

#include "recording.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

lab::TcpPlan tcp(lab::TcpVariant variant) {
  lab::TcpPlan plan;
  plan.variant = variant;
  plan.sack = true;
  return plan;
}

double rate_with_loss(bool delayed_ack) {
  auto plan = dumbbell(link(megabits_per_second(20), 50ms), 200s);
  network_of(plan).network.hops[0].forward.loss = 0.01;
  lab::TcpPlan reno;
  reno.delayed_ack = delayed_ack;
  add(plan, "tcp", reno);
  return run(plan).of("tcp", "meanReceiveBitrate");
}

}  // namespace

TEST_CASE("tcp: each variant fills a link") {
  for (const auto variant :
       {lab::TcpVariant::new_reno, lab::TcpVariant::cubic, lab::TcpVariant::bbr, lab::TcpVariant::ledbat}) {
    auto plan = dumbbell(link(megabits_per_second(2), 25ms), 60s);
    network_of(plan).settling = 10s;
    add(plan, "tcp", tcp(variant));
    const auto seen = run(plan);
    INFO(static_cast<int>(variant));
    CHECK(seen.of("tcp", "meanReceiveBitrate") > 0.9 * 2e6);
    CHECK(seen.of("tcp", "meanReceiveBitrate") < 1.005 * 2e6);
    CHECK(seen.of("tcp", "rttMean") > 50);
    CHECK(seen.of("tcp", "rttMean") < 50 + 310);
  }
}

TEST_CASE("tcp: LEDBAT gives way to a queue of its own, NewReno does not") {
  const auto queue_delay = [](lab::TcpVariant variant) {
    auto plan = dumbbell(link(megabits_per_second(2), 25ms, queue_of(Duration(1s))), 60s);
    network_of(plan).settling = 20s;
    add(plan, "tcp", tcp(variant));
    return run(plan).of("tcp", "queueDelayP50");
  };
  CHECK(queue_delay(lab::TcpVariant::ledbat) < 150);
  CHECK(queue_delay(lab::TcpVariant::new_reno) > 400);
}

TEST_CASE("tcp: a full segment is a packet of the planned size") {
  auto plan = dumbbell(link(megabits_per_second(2), 25ms), 30s);
  add(plan, "tcp", lab::TcpPlan{});
  const auto seen = run(plan);
  const double size = seen.of("tcp", "meanSendBitrate") * 30 / 8 / seen.of("tcp", "packetsSent");
  CHECK(size <= 1000);
  CHECK(size > 999);
}

// Without SACK one lost segment is repaired per round trip (RFC 6582), and the slow start into a short buffer loses
// many.
TEST_CASE("tcp: selective acknowledgements repair a slow start's losses sooner") {
  const auto received = [](bool sack) {
    auto plan = dumbbell(link(megabits_per_second(2), 25ms), 10s);
    auto reno = tcp(lab::TcpVariant::new_reno);
    reno.sack = sack;
    add(plan, "tcp", reno);
    return run(plan).mean("tcp", &Sample::receive_bitrate_bps, 0s, 10s);
  };
  CHECK(received(true) > 1.02 * received(false));
}

// The window grows by one segment per b round trips, and the rate as 1/sqrt(b): 1.41, and somewhat more by ACKs that
// wait for a second segment.
TEST_CASE("tcp: delayed acknowledgements make the window grow half as fast") {
  const double ratio = rate_with_loss(false) / rate_with_loss(true);
  CHECK(ratio > 1.2);
  CHECK(ratio < 1.8);
}

TEST_CASE("tcp: a link that stops makes timeouts, and the flow survives") {
  auto plan = dumbbell(link(megabits_per_second(2), 25ms), 120s);
  network_of(plan).network.hops[0].forward.steps = {{20s, DataRate()}, {50s, megabits_per_second(2)}};
  add(plan, "tcp", lab::TcpPlan{});
  const auto seen = run(plan);
  CHECK(seen.of("tcp", "timeouts") >= 3);  // after 1, 3, 7, 15 s
  CHECK(seen.of("tcp", "timeouts") <= 6);
  CHECK(seen.mean("tcp", &Sample::receive_bitrate_bps, 100s, 120s) > 1.8e6);
}

TEST_CASE("tcp: losses without a pause are recovered by fast retransmits") {
  auto plan = dumbbell(link(megabits_per_second(2), 25ms, queue_of(lab::PacketCount{25})), 60s);
  add(plan, "tcp", lab::TcpPlan{});
  const auto seen = run(plan);
  CHECK(seen.of("tcp", "fastRetransmits") > 5);
  CHECK(seen.of("tcp", "timeouts") <= 2);
  const double events = seen.of("tcp", "fastRetransmits") + seen.of("tcp", "timeouts");
  CHECK(seen.of("tcp", "congestionEventRate") == Approx(events / seen.of("tcp", "packetsSent")));
}

TEST_CASE("tcp: a flow sends while it is active") {
  auto plan = dumbbell(link(megabits_per_second(2), 25ms), 30s);
  add(plan, "tcp", tcp(lab::TcpVariant::new_reno), {{5s, 10s}, {20s, 25s}});
  const auto seen = run(plan);
  CHECK(seen.mean("tcp", &Sample::send_bitrate_bps, 0s, 4900ms) == 0);
  CHECK(seen.mean("tcp", &Sample::receive_bitrate_bps, 6s, 10s) > 1.8e6);
  CHECK(seen.mean("tcp", &Sample::receive_bitrate_bps, 12s, 20s) == 0);
  CHECK(seen.mean("tcp", &Sample::receive_bitrate_bps, 21s, 25s) > 1.8e6);
  CHECK(seen.mean("tcp", &Sample::receive_bitrate_bps, 27s, 30s) == 0);
}

TEST_CASE("tcp: short flows fetch and pause") {
  auto plan = dumbbell(link(megabits_per_second(2), 25ms), 300s);
  lab::ShortTcpPlan web;
  web.mean_pause = 5s;
  web.begins_at_once = true;
  add(plan, "web", web);
  const auto seen = run(plan);
  const double fetches = seen.of("web", "fetches");
  CHECK(fetches > 35);
  CHECK(fetches < 75);
  // 40 kB on average in segments of 960 bytes, each with 40 of headers; a few packets more to connect and part.
  const double data = seen.of("web", "meanReceiveBitrate") * 300 / 8;
  CHECK(data / fetches == Approx(40'000 * 1000 / 960 + 160).epsilon(0.08));
  CHECK(seen.mean("web", &Sample::receive_bitrate_bps, 0s, 1s) > 200e3);
}

TEST_CASE("tcp: many flows share a link") {
  auto plan = dumbbell(link(megabits_per_second(10), 25ms), 20s);
  network_of(plan).settling = 5s;
  for (int i = 0; i < 60; ++i) {
    auto& flow = add(plan, "tcp" + std::to_string(i), lab::TcpPlan{});
    flow.access_delay = std::chrono::microseconds(1000 + 30 * i);
    flow.telemetry = i == 0;
  }
  const auto seen = run(plan);
  double sum = 0;
  for (int i = 0; i < 60; ++i) sum += seen.of("tcp" + std::to_string(i), "meanReceiveBitrate");
  CHECK(sum == Approx(10e6).epsilon(0.01));
  CHECK(seen.rows.size() == 1);
}

// Connections lose their first packets and their last ones.
TEST_CASE("tcp: many short flows on a bad path keep fetching") {
  auto plan = dumbbell(link(megabits_per_second(2), 25ms, queue_of(lab::PacketCount{20})), 100s);
  network_of(plan).network.hops[0].forward.loss = 0.05;
  network_of(plan).network.hops[0].backward.loss = 0.05;
  lab::ShortTcpPlan web;
  web.smallest = bytes(500);
  web.largest = bytes(20'000);
  web.mean_pause = 500ms;
  for (int i = 0; i < 30; ++i) add(plan, "web" + std::to_string(i), web).telemetry = false;
  const auto seen = run(plan);
  for (int i = 0; i < 30; ++i) CHECK(seen.of("web" + std::to_string(i), "fetches") > 5);
}
