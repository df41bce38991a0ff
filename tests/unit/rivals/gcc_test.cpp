#include "core/control/rivals/gcc/gcc.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/control/rivals/gcc/gcc_2016.h"
#include "core/parameters/parameter_list.h"
#include "core/theory/predictions.h"
#include "tests/unit/control/packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

std::unique_ptr<RateController> make(int form) {
  if (form == 0) return std::make_unique<Gcc>();
  return std::make_unique<Gcc2016>();
}

RateLimits limits_from(DataRate start) { return {start, kilobits_per_second(50), megabits_per_second(8)}; }

/// A controller whose source sends 1250 bytes per 10 ms, 1 Mbit/s.
struct Steady {
  std::unique_ptr<RateController> controller;
  PacketFeed feed;

  explicit Steady(int form, DataRate start = kilobits_per_second(800)) : controller(make(form)), feed(*controller) {
    feed.target = controller->start(limits_from(start), 1, t0).target;
    feed.tells_sending = true;
  }
  void run(int packets) {
    for (int i = 0; i < packets; ++i) {
      feed.next();
      tick(feed.now);
    }
  }
  void tick(LocalTime now) {
    if (!controller->next_tick() || *controller->next_tick() > now) return;
    if (const auto update = controller->on_tick(now)) feed.target = update->target;
  }
};

}  // namespace

TEST_CASE("GCC starts at the start rate and then paces at 1.1 times the target, or as the probe wants") {
  Gcc gcc;
  const RateUpdate first = gcc.start(limits_from(kilobits_per_second(700)), 1, t0);
  CHECK(first.target == kilobits_per_second(700));
  CHECK(first.pacing == first.target);
  REQUIRE(gcc.next_tick() == t0);
  const auto probe = gcc.on_tick(t0);
  REQUIRE(probe);
  CHECK(probe->target == first.target);
  CHECK(probe->pacing.kbps() == Approx(2100));
  CHECK(gcc.on_tick(t0 + 200ms)->pacing.kbps() == Approx(4200));
  CHECK(gcc.on_tick(t0 + 400ms)->pacing.kbps() == Approx(770));
  CHECK_FALSE(gcc.next_tick());
}

TEST_CASE("GCC-2016 starts at the start rate and paces at the target") {
  Gcc2016 gcc;
  const RateUpdate first = gcc.start(limits_from(kilobits_per_second(700)), 1, t0);
  CHECK(first.target == kilobits_per_second(700));
  CHECK(first.pacing == first.target);
  CHECK_FALSE(gcc.next_tick());
}

TEST_CASE("GCC climbs while nothing queues, up to 1.5 times what arrives") {
  const int form = GENERATE(0, 1);
  Steady flow(form);
  flow.run(3000);
  CHECK(flow.feed.target.kbps() == Approx(form == 0 ? 1510 : 1500).epsilon(0.01));
}

TEST_CASE("GCC cuts to 0.85 of what arrives when the delay grows, and shows it") {
  const int form = GENERATE(0, 1);
  Steady flow(form);
  flow.run(1500);
  flow.feed.arrival_interval = 12500us;  // 0.8 Mbit/s arrive
  flow.run(150);
  const auto terms = flow.controller->terms();
  CAPTURE(flow.feed.target.kbps(), terms[0].value, terms[1].value, terms[2].value);
  CHECK(terms[0].value > terms[1].value);
  CHECK(terms[2].value == Approx(0.8e6).epsilon(0.03));
  CHECK(flow.feed.target.kbps() == Approx(0.85 * 800).epsilon(0.05));
}

TEST_CASE("GCC cuts for more than 10 % of loss, not for 5 %") {
  const int form = GENERATE(0, 1);
  const int one_in = GENERATE(20, 5);
  Steady flow(form);
  for (int i = 0; i < 500; ++i) flow.feed.next(i % one_in != 0);
  if (one_in == 20) CHECK(flow.feed.target.kbps() >= 800);
  if (one_in == 5) CHECK(flow.feed.target.kbps() < 500);
}

TEST_CASE("GCC halves its rate after 2 s without a report, again and again, down to the minimum") {
  const int form = GENERATE(0, 1);
  Steady flow(form);
  flow.run(100);
  const double before = flow.feed.target.kbps();
  const LocalTime silence = flow.feed.now;
  std::vector<double> rates;
  for (int ms = 10; ms <= 13'000; ms += 10) {
    const LocalTime now = silence + ms * 1ms;
    flow.controller->on_sent({100'000 + ms, bytes(1000), now});
    flow.tick(now);
    if (ms % 2000 == 500) rates.push_back(flow.feed.target.kbps());
  }
  REQUIRE(rates.size() == 7);
  CHECK(rates[0] == Approx(before));
  CHECK(rates[1] == Approx(before / 2));
  CHECK(rates[2] == Approx(before / 4));
  CHECK(rates[6] == Approx(50));
}

TEST_CASE("GCC takes reports on no packets for none: the way to the peer may be dead") {
  const int form = GENERATE(0, 1);
  Steady flow(form);
  flow.run(100);
  const double before = flow.feed.target.kbps();
  PathReport report;
  for (int ms = 10; ms <= 2500; ms += 10) {
    report.now = flow.feed.now + ms * 1ms;
    flow.controller->on_sent({100'000 + ms, bytes(1000), report.now});
    CHECK_FALSE(flow.controller->on_report(report));
    flow.tick(report.now);
  }
  CHECK(flow.feed.target.kbps() == Approx(before / 2));
}

TEST_CASE("GCC's probe raises the rate at once") {
  Steady flow(0, kilobits_per_second(300));
  flow.feed.sending_interval = flow.feed.arrival_interval = 5ms;
  auto& gcc = dynamic_cast<Gcc&>(*flow.controller);
  gcc.on_tick(t0);
  // The feed tells of a packet as sent when the report of it comes, so let them leave first.
  LocalTime sent = t0;
  for (int i = 0; i < 40; ++i) {
    gcc.on_sent({i, bytes(1250), sent});
    flow.tick(sent);
    sent += 5ms;
  }
  flow.feed.tells_sending = false;
  flow.run(40);
  CHECK(flow.feed.target.kbps() == Approx(2000).epsilon(0.05));
}

TEST_CASE("GCC forgets at a new start") {
  const int form = GENERATE(0, 1);
  Steady flow(form);
  flow.run(500);
  flow.feed.arrival_interval = 13ms;
  flow.run(200);
  CHECK(flow.controller->start(limits_from(kilobits_per_second(400)), 1, flow.feed.now).target ==
        kilobits_per_second(400));
  for (const LawTerm& term : flow.controller->terms().first(1)) CHECK(term.value == 0);
  CHECK(flow.controller->terms()[2].value == 0);
}

TEST_CASE("GCC's filter begins anew after 2 s without packets") {
  const int form = GENERATE(0, 1);
  Steady flow(form);
  flow.run(500);
  flow.feed.arrival_interval = 13ms;
  flow.run(100);
  REQUIRE(std::abs(flow.controller->terms()[0].value) > 1);
  flow.feed.arrival_interval = 10ms;
  flow.feed.sent += 3s;
  flow.feed.arrival += 3s;
  flow.run(3);
  CHECK(flow.controller->terms()[0].value == Approx(0).margin(1e-9));
}

TEST_CASE("GCC keeps within its limits and finite whatever the reports say") {
  const int form = GENERATE(0, 1);
  const auto seed = GENERATE(range(1u, 13u));
  std::mt19937_64 random(seed);
  const auto draw = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  const auto controller = make(form);
  if (seed % 2 == 0) REQUIRE(set_parameter(*controller, "estimator", "1").empty());
  const RateLimits limits = limits_from(kilobits_per_second(300));
  RateUpdate update = controller->start(limits, 1, t0);
  const auto check = [&](const std::optional<RateUpdate>& u) {
    if (u) update = *u;
    REQUIRE(std::isfinite(update.target.bps()));
    REQUIRE(update.target >= limits.minimum);
    REQUIRE(update.target <= limits.maximum);
    REQUIRE(update.pacing >= update.target);
    REQUIRE(update.pacing.bps() <= 1.1 * limits.maximum.bps());
    for (const LawTerm& term : controller->terms()) REQUIRE(std::isfinite(term.value));
  };
  LocalTime now = t0;
  std::int64_t sequence = 0;
  std::vector<PacketResult> packets;
  for (int i = 0; i < 1500; ++i) {
    now += Duration(draw(0, draw(0, 50) == 0 ? 5'000'000'000 : 30'000'000));
    for (std::int64_t n = draw(0, 12); n > 0; --n) controller->on_sent({sequence++, bytes(draw(0, 1500)), now});
    if (controller->next_tick() && *controller->next_tick() <= now) check(controller->on_tick(now));
    packets.clear();
    for (std::int64_t n = draw(0, 12); n > 0; --n) {
      PacketResult r{sequence - draw(-2, 30), bytes(draw(0, 9000)), now - Duration(draw(0, 400'000'000)),
                     draw(0, 4) != 0,         std::nullopt,         std::nullopt};
      const bool absurd = draw(0, 20) == 0;
      const std::int64_t around = now.time_since_epoch().count();
      if (draw(0, 9) != 0) {
        r.arrival = RemoteTime{Duration(absurd ? draw(-1'000'000'000'000'000'000, 1'000'000'000'000'000'000)
                                               : around + draw(-300'000'000, 300'000'000))};
      }
      packets.push_back(r);
    }
    PathReport report;
    report.now = now;
    report.packets = packets;
    if (draw(0, 3) != 0) report.round_trip_time = Duration(draw(-1'000'000'000, 100'000'000'000));
    report.smoothed_round_trip_time =
        Duration(draw(0, 10) == 0 ? draw(-1'000'000, 10'000'000'000'000) : draw(0, 300'000'000));
    check(controller->on_report(report));
  }
}

TEST_CASE("GCC's parameters are in their ranges and can be set to themselves") {
  const int form = GENERATE(0, 1);
  const auto controller = make(form);
  const auto parameters = list_parameters(*controller);
  CHECK(parameters.size() > 10);
  for (const ParameterValue& p : parameters) {
    CAPTURE(p.info.name);
    CHECK(p.value >= p.info.minimum);
    CHECK(p.value <= p.info.maximum);
    CHECK_FALSE(p.info.meaning.empty());
    CHECK(set_parameter(*controller, p.info.name, p.text).empty());
  }
}

TEST_CASE("GCC's predictions: the climb near capacity and the period of the sawtooth") {
  const int form = GENERATE(0, 1);
  const auto controller = make(form);
  PathConditions path;
  CHECK(predictions(*controller, path)[0].value == "-");
  path.rate = megabits_per_second(1);
  CHECK(predictions(*controller, path)[1].value == "-");
  path.round_trip_time = 100ms;
  CHECK(predictions(*controller, path)[0].value == "20.8 kbps per s");
  CHECK(predictions(*controller, path)[1].value == "7.2 s");
}
