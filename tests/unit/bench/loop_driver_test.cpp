#include "app/bench/loop_driver.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "app/bench/loop_clock.h"
#include "core/pacing/pacer_factory.h"
#include "core/pacing/rmc.h"

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

/// Takes at most so many packets per call as `room` says, and looks at their order.
class FakeOutlet final : public PacketOutlet {
 public:
  std::function<std::size_t(std::size_t offered)> room = [](std::size_t offered) { return offered; };
  std::size_t packets = 0;
  std::size_t largest = 0;
  bool in_order = true;

  std::size_t send(std::span<const PacketRef> offered) override {
    const std::size_t taken = std::min(room(offered.size()), offered.size());
    for (const PacketRef& packet : offered.first(taken)) in_order = in_order && packet.slot == packets++;
    largest = std::max(largest, offered.size());
    return taken;
  }
};

struct Drive {
  explicit Drive(const std::string& name = "rmc", SleepModel sleep = exact_sleep())
      : queue(make_pacer(name)), clock(std::move(sleep)), driver(queue, clock, outlet, bytes(1500)) {}
  void run(const SendPlan& plan) {
    driver.run(plan, [] { return false; });
  }

  Duration sampling_time() const { return dynamic_cast<const Rmc&>(queue.pacer()).sampling_time(); }

  PacedQueue queue;
  VirtualClock clock;
  FakeOutlet outlet;
  LoopDriver driver;
};

SendPlan plan_of(DataRate rate, Duration duration) {
  SendPlan plan;
  plan.rate = rate;
  plan.duration = duration;
  return plan;
}

}  // namespace

TEST_CASE("the driver sends what is due, except for the last interval") {
  for (const double mbps : {0.3, 12.0, 500.0, 5000.0}) {
    Drive drive;
    const SendPlan plan = plan_of(megabits_per_second(mbps), 2s);
    drive.run(plan);
    CAPTURE(mbps);
    const double due = plan.due_bytes(2s);
    const double sent = static_cast<double>(drive.driver.packets_sent()) * 1500;
    CHECK(sent <= due + 1e-3);
    CHECK(sent >= due - plan.rate.bytes_per_second() * 1e-3 - 1500 - 1e-3);
    CHECK(drive.outlet.in_order);
    CHECK(drive.driver.packets_sent() == static_cast<std::int64_t>(drive.outlet.packets));
    CHECK(drive.driver.refusals() == 0);
  }
}

TEST_CASE("what a stall left due goes in batches of a bounded size, and the queue does not run empty") {
  Drive drive("rmc", stalled_sleep(exact_sleep(), {{LocalTime(1h) + 500ms, 40ms}}));
  drive.run(plan_of(megabits_per_second(5000), 1s));
  CHECK(drive.outlet.largest == LoopDriver::largest_batch);
  CHECK(static_cast<double>(drive.driver.packets_sent()) * 12e3 == Approx(5e9).epsilon(0.0011));
  CHECK(drive.queue.queue().packets() > LoopDriver::largest_batch);
}

TEST_CASE("steps of the rate come at their times") {
  Drive drive;
  SendPlan plan = plan_of(megabits_per_second(120), 3s);
  plan.steps = {{1s, megabits_per_second(12)}, {2s, DataRate()}};
  drive.run(plan);
  CHECK(drive.driver.packets_sent() == Approx(11'000).margin(11));
  CHECK(drive.clock.now() == drive.driver.started() + 3s);
}

TEST_CASE("the loop gets the plan's round-trip time before it starts") {
  Drive untold;
  untold.run(plan_of(megabits_per_second(1), 100ms));
  CHECK(untold.sampling_time() == Duration(500us));
  Drive told;
  SendPlan plan = plan_of(megabits_per_second(1), 100ms);
  plan.min_round_trip_time = 100ms;
  told.run(plan);
  CHECK(told.sampling_time() == 5ms);
}

TEST_CASE("a packet that is refused counts once, however often it is offered") {
  Drive drive;
  int state = 0;
  drive.outlet.room = [&](std::size_t offered) -> std::size_t {
    if (state == 0 && offered < 4) return offered;
    switch (++state) {
      case 1:
        return offered - 3;  // three are refused
      case 2:
        return 0;  // the same three again
      case 3:
        return 1;  // one of them goes, two stay
      default:
        return offered;
    }
  };
  drive.run(plan_of(megabits_per_second(120), 1s));
  CHECK(drive.driver.refusals() == 3);
  CHECK(drive.driver.packets_sent() == Approx(10'000).margin(11));
  CHECK(drive.outlet.in_order);
}

TEST_CASE("refused packets count once, also together with packets refused before") {
  Drive drive;
  std::size_t maximum = 0;
  drive.outlet.room = [&](std::size_t offered) -> std::size_t {
    if (maximum >= 20) return offered;
    maximum = std::max(maximum, offered);
    return 0;
  };
  drive.run(plan_of(megabits_per_second(120), 1s));
  CHECK(maximum >= 20);
  CHECK(drive.driver.refusals() == static_cast<std::int64_t>(maximum));
  CHECK(drive.driver.packets_sent() == Approx(10'000).margin(11));
}

TEST_CASE("an outlet that takes nothing is asked again and again until the end") {
  Drive drive;
  drive.outlet.room = [](std::size_t) -> std::size_t { return 0; };
  drive.run(plan_of(megabits_per_second(12), 100ms));
  CHECK(drive.driver.packets_sent() == 0);
  CHECK(drive.driver.refusals() > 0);
  CHECK(drive.driver.refusals() <= 100);
  CHECK(drive.clock.now() - drive.driver.started() < 101ms);
}

TEST_CASE("the driver stops on request, also when there is nothing to send") {
  Drive drive;
  int asked = 0;
  drive.driver.run(plan_of(DataRate(), 1h), [&] { return ++asked > 10; });
  CHECK(drive.clock.now() - drive.driver.started() <= 1s);
}

TEST_CASE("every send loop goes through the same driver") {
  for (const auto name : pacer_names()) {
    Drive drive{std::string(name)};
    drive.run(plan_of(megabits_per_second(1), 10s));
    CAPTURE(name);
    CHECK(drive.driver.packets_sent() == Approx(833).margin(2));
    CHECK(drive.outlet.in_order);
  }
}
