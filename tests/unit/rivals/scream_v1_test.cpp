#include "core/control/rivals/scream/scream_v1.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/parameters/parameter_list.h"
#include "scream_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// 800 kbit/s in packets of 1000 bytes: 10 kB in flight.
struct Flow {
  ScreamV1 scream;
  ScreamFeed feed{scream};

  explicit Flow(double start_kbps = 800) {
    RateLimits limits;
    limits.start = kilobits_per_second(start_kbps);
    feed.update = scream.start(limits, 1, feed.now);
  }
  double cwnd() const { return scream.terms()[1].value; }
  double trend() const { return scream.terms()[2].value; }
  double target_kbps() const { return feed.update->target.kbps(); }
};

}  // namespace

TEST_CASE("SCReAM v1 begins at the start rate, with the window that makes it") {
  Flow flow;
  CHECK(flow.feed.update->target == kilobits_per_second(800));
  CHECK(flow.feed.update->pacing == kilobits_per_second(800));
  REQUIRE(flow.feed.update->window);
  CHECK(*flow.feed.update->window == bytes(10'000 + 1000));
  flow.feed.round_trip_time = 200ms;
  flow.feed.run(210ms);
  CHECK(flow.cwnd() >= 20'000);
  CHECK(flow.cwnd() <= 22'000);
}

TEST_CASE("SCReAM v1 opens the window by one MSS beyond cwnd while the queue is within its target") {
  Flow flow;
  flow.feed.run(1s);
  CHECK(static_cast<double>(flow.feed.update->window->bytes()) == std::floor(flow.cwnd() + 1000));
  flow.feed.queue_delay = 300ms;
  flow.feed.step();
  CHECK(static_cast<double>(flow.feed.update->window->bytes()) == std::floor(flow.cwnd()));
}

TEST_CASE("SCReAM v1 paces at 8 cwnd / s_rtt, within the limits") {
  Flow flow;
  flow.feed.run(1s);
  CHECK(flow.feed.update->pacing.bps() == Approx(8 * flow.cwnd() / 0.1));
  flow.feed.round_trip_time = 1ms;
  flow.feed.step();
  CHECK(flow.feed.update->pacing == RateLimits().maximum);
  flow.feed.round_trip_time = 20s;
  flow.feed.run(21s);
  CHECK(flow.feed.update->pacing == RateLimits().minimum);
}

TEST_CASE("SCReAM v1's media rate climbs by 200 kbit/s per second while there is no queue") {
  Flow flow;
  flow.feed.run(1s);
  const double before = flow.target_kbps();
  flow.feed.run(1s);
  CHECK(flow.target_kbps() - before == Approx(200).epsilon(0.01));
}

TEST_CASE("SCReAM v1 after a loss: window by 0.8 and media rate by 0.9, once per round trip") {
  Flow flow;
  flow.feed.run(1s);
  const double cwnd = flow.cwnd();
  const double target = flow.target_kbps();
  flow.feed.lossy = true;
  flow.feed.step();
  CHECK(flow.cwnd() == Approx(0.8 * cwnd));
  CHECK(flow.target_kbps() == Approx(0.9 * target));
  flow.feed.run(90ms);
  CHECK(flow.cwnd() == Approx(0.8 * cwnd));
  flow.feed.step();
  CHECK(flow.cwnd() == Approx(0.64 * cwnd));
}

TEST_CASE("SCReAM v1 sees a queue that builds up before it reaches the target") {
  Flow flow;
  flow.feed.run(2s);
  CHECK(flow.trend() == 0);
  while (flow.feed.queue_delay < 90ms && flow.trend() < 0.2) {
    flow.feed.queue_delay += 500us;
    flow.feed.step();
  }
  CHECK(flow.trend() >= 0.2);
  CHECK(flow.feed.queue_delay < 90ms);
}

TEST_CASE("SCReAM v1 without acknowledgements: window and rate to their minimum, and free again") {
  Flow flow;
  flow.feed.run(2s);
  flow.feed.silent = true;
  flow.feed.run(480ms);
  CHECK(flow.cwnd() > 3000);
  flow.feed.run(40ms);
  CHECK(flow.cwnd() == 3000);
  CHECK(flow.feed.update->target == RateLimits().minimum);
  CHECK(*flow.feed.update->window > flow.feed.in_flight());  // what is lost holds nothing back
  flow.feed.run(5s);
  CHECK(flow.feed.update->target == RateLimits().minimum);

  flow.feed.silent = false;
  flow.feed.run(10s);
  CHECK(flow.cwnd() > 9000);
  CHECK(flow.target_kbps() > 400);
}

TEST_CASE("SCReAM v1 starting again forgets") {
  Flow flow;
  flow.feed.run(5s);
  RateLimits limits;
  limits.start = kilobits_per_second(500);
  const RateUpdate update = flow.scream.start(limits, 1, flow.feed.now);
  CHECK(update.target == kilobits_per_second(500));
  CHECK(update.pacing == kilobits_per_second(500));
  CHECK(*update.window == bytes(6250 + 1000));
  CHECK(flow.scream.next_tick() == flow.feed.now + 200ms);
}

TEST_CASE("SCReAM v1 keeps finite rates within their limits, whatever the reports say") {
  std::mt19937_64 random(static_cast<std::uint64_t>(GENERATE(1, 2, 3)));
  ScreamV1 scream;
  const RateLimits limits;
  scream.start(limits, 1, LocalTime{1000s});
  LocalTime now{1000s};
  const auto up_to = [&](std::uint64_t most) { return static_cast<std::int64_t>(random() % most); };
  const auto wild = [&] {
    const std::int64_t values[] = {0, 1, -1, 1'000'000, 100'000'000, -100'000'000, 1'000'000'000'000'000'000};
    return Duration(values[random() % std::size(values)]);
  };
  for (int i = 0; i < 5000; ++i) {
    if (up_to(3) != 0) now += std::chrono::milliseconds(up_to(200));
    if (up_to(2) == 0) scream.on_sent({up_to(10'000), bytes(up_to(1500)), now});
    PacketResult result{up_to(10'000), bytes(up_to(100'000)), now, up_to(4) != 0, std::nullopt, std::nullopt};
    if (up_to(2) == 0) result.one_way_delay = wild();
    PathReport report;
    report.now = now;
    report.packets = {&result, 1};
    report.smoothed_round_trip_time = wild();
    report.in_flight = bytes(wild().count());
    const auto update = up_to(3) == 0 ? scream.on_tick(now) : scream.on_report(report);
    if (!update) continue;
    REQUIRE(limits.clamp(update->target) == update->target);
    REQUIRE(limits.clamp(update->pacing) == update->pacing);
    REQUIRE(update->window->bytes() >= 3000);
    REQUIRE(update->window->bytes() <= 2'000'000'000);
    for (const LawTerm& term : scream.terms()) REQUIRE(std::isfinite(term.value));
    REQUIRE(scream.next_tick());
  }
}

TEST_CASE("SCReAM v1's parameters can be set, and each is within its range") {
  ScreamV1 scream;
  CHECK(list_parameters(scream).size() == 21);
  CHECK(set_parameter(scream, "qdelay_target_lo", "50ms").empty());
  CHECK(scream.parameters().qdelay_target_lo == 50ms);
  for (const ParameterValue& p : list_parameters(scream)) {
    CAPTURE(p.info.name);
    CHECK(p.value >= p.info.minimum);
    CHECK(p.value <= p.info.maximum);
    CHECK(set_parameter(scream, p.info.name, p.text).empty());
  }
}
