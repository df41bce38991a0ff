#include "core/control/factory/controller_factory.h"

#include <catch2/catch.hpp>

#include "core/control/fixed.h"
#include "core/parameters/parameter_list.h"
#include "tests/unit/control/packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("Every name makes the controller of that name, and no other name makes any") {
  REQUIRE(controller_names().size() >= 3);
  CHECK(controller_names()[0] == "darc");  // what calls use
  for (const auto name : controller_names()) {
    const auto controller = make_controller(name);
    REQUIRE(controller);
    CHECK(controller->name() == name);
    CHECK_FALSE(controller->summary().empty());
  }
  for (const auto name : {"", "LDCC", "ldcc ", "bbr"}) CHECK_FALSE(make_controller(name));
}

TEST_CASE("Every controller starts at the start rate, within limits, also again") {
  for (const auto name : controller_names()) {
    CAPTURE(name);
    const auto controller = make_controller(name);
    RateLimits limits{kilobits_per_second(700), kilobits_per_second(100), kilobits_per_second(900)};
    for (int i = 0; i < 2; ++i) {
      const RateUpdate update = controller->start(limits, 1, t0 + i * 1h);
      CHECK(update.target == kilobits_per_second(700));
      CHECK(update.pacing >= kilobits_per_second(700));
      PacketFeed feed(*controller);
      feed.sent += i * 1h;
      feed.run(100);
      if (feed.target != DataRate()) CHECK(feed.target <= kilobits_per_second(900));
    }
    limits.start = kilobits_per_second(10);
    CHECK(controller->start(limits, 1, t0 + 3h).target == kilobits_per_second(100));
  }
}

TEST_CASE("Every parameter's default is within its range and can be set to itself") {
  for (const auto name : controller_names()) {
    const auto controller = make_controller(name);
    for (const ParameterValue& p : list_parameters(*controller)) {
      CAPTURE(name, p.info.name);
      CHECK(p.value >= p.info.minimum);
      CHECK(p.value <= p.info.maximum);
      CHECK(set_parameter(*controller, p.info.name, p.text).empty());
    }
  }
}

TEST_CASE("The fixed rate is the parameter, or else the start rate, and nothing moves it") {
  FixedRate fixed;
  CHECK(fixed.start({}, 1, t0).target == RateLimits().start);
  REQUIRE(set_parameter(fixed, "rate", "2Mbps").empty());
  CHECK(fixed.start({}, 1, t0).target == megabits_per_second(2));
  PacketFeed feed(fixed);
  feed.one_way_delay = 2s;
  feed.arrival_interval = 100ms;
  for (int i = 0; i < 50; ++i) feed.next(i % 2 == 0);
  CHECK(feed.target == megabits_per_second(2));
  CHECK_FALSE(fixed.next_tick());
  REQUIRE(set_parameter(fixed, "rate", "20Mbps").empty());
  CHECK(fixed.start({}, 1, t0).target == RateLimits().maximum);
}

TEST_CASE("reports on no packets end no silence: the way to the peer may be dead") {
  const char* name = GENERATE("ldcc", "arc", "nada", "nada-2013", "gcc-simple");
  const auto controller = make_controller(name);
  PacketFeed feed(*controller);
  controller->start({kilobits_per_second(1000), kilobits_per_second(50), megabits_per_second(3)}, 1, t0);
  feed.run(100);
  PathReport report;
  bool halved = false;
  for (int ms = 10; ms <= 3000; ms += 10) {
    report.now = feed.now + ms * 1ms;
    controller->on_sent({100'000 + ms, bytes(1000), report.now});
    if (ms % 250 == 0) controller->on_report(report);
    halved = halved || controller->on_tick(report.now).has_value();
  }
  INFO(name);
  CHECK(halved);
}
