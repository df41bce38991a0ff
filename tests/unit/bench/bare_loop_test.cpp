#include "app/bench/native/bare_loop.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "app/bench/loop_clock.h"
#include "core/pacing/rmc.h"

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

struct Batch {
  LocalTime at;
  std::size_t packets = 0;
};

/// Takes everything, and writes down when.
class RecordingOutlet final : public PacketOutlet {
 public:
  explicit RecordingOutlet(LoopClock& clock) : clock_(clock) {}
  std::size_t send(std::span<const PacketRef> offered) override {
    const std::size_t taken = std::min(room, offered.size());
    if (taken > 0) batches.push_back({clock_.now(), taken});
    return taken;
  }

  std::vector<Batch> batches;
  std::size_t room = LoopDriver::largest_batch;

 private:
  LoopClock& clock_;
};

bool never() { return false; }

SendPlan plan_of(DataRate rate) {
  SendPlan plan;
  plan.loop = "bare";
  plan.rate = rate;
  plan.duration = 1s;
  return plan;
}

std::vector<Batch> by_bare_loop(const SendPlan& plan) {
  VirtualClock clock(exact_sleep());
  RecordingOutlet outlet(clock);
  BareLoop(clock, outlet).run(plan, never);
  return outlet.batches;
}

std::vector<Batch> by_rmc(const SendPlan& plan, const RmcParameters& parameters) {
  VirtualClock clock(exact_sleep());
  RecordingOutlet outlet(clock);
  PacedQueue queue(std::make_unique<Rmc>(parameters));
  LoopDriver(queue, clock, outlet, plan.packet).run(plan, never);
  return outlet.batches;
}

/// Times are rounded up to a nanosecond, by both from sums of their own.
bool alike(const Batch& a, const Batch& b) { return a.packets == b.packets && std::chrono::abs(a.at - b.at) <= 2ns; }

bool alike(const std::vector<Batch>& a, const std::vector<Batch>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Batch& x, const Batch& y) { return alike(x, y); });
}

Duration sampling_time(const RmcParameters& parameters, DataRate rate) {
  Rmc rmc(parameters);
  rmc.set_rate(rate, LocalTime());
  rmc.on_queue(bytes(1500), LocalTime());
  return rmc.sampling_time();
}

}  // namespace

TEST_CASE("the bare loop ticks as RMC with the same parameters does") {
  RmcParameters slower;
  slower.t_s_min = 2ms;
  for (const double mbps : {0.3, 2.0, 10.0, 100.0, 500.0, 1000.0}) {
    const DataRate rate = megabits_per_second(mbps);
    SendPlan plan = plan_of(rate);
    CAPTURE(mbps);
    CHECK(bare_tick(plan, rate) == sampling_time({}, rate));
    plan.parameters = {{"B_max", "10ms"}, {"k_r", "0.5"}, {"no_such", "1"}};
    CHECK(bare_tick(plan, rate) == sampling_time({}, rate));
    plan.parameters.emplace_back("T_s_min", "2ms");
    CHECK(bare_tick(plan, rate) == sampling_time(slower, rate));
  }
  CHECK(bare_tick(plan_of(DataRate()), megabits_per_second(500)) == Duration(500us));
}

TEST_CASE("the bare loop knows the plan's round-trip time") {
  SendPlan plan = plan_of(megabits_per_second(1));
  plan.min_round_trip_time = 100ms;
  CHECK(bare_tick(plan, plan.rate) == 5ms);
}

TEST_CASE("the bare loop sends the batches that RMC sends when it never wakes late") {
  RmcParameters slower;
  slower.t_s_min = 2ms;
  for (const double mbps : {0.3, 7.0, 10.0, 48.0, 500.0, 1000.0}) {
    SendPlan plan = plan_of(megabits_per_second(mbps));
    CAPTURE(mbps);
    REQUIRE_FALSE(by_bare_loop(plan).empty());
    CHECK(alike(by_bare_loop(plan), by_rmc(plan, {})));
    plan.parameters = {{"T_s_min", "2ms"}};
    CHECK(alike(by_bare_loop(plan), by_rmc(plan, slower)));
  }
}

TEST_CASE("the bare loop follows steps of the rate, also to zero and back") {
  SendPlan plan = plan_of(megabits_per_second(120));
  plan.duration = 4s;
  plan.steps = {{1s, megabits_per_second(12)}, {2s, DataRate()}, {3s, megabits_per_second(120)}};
  std::size_t before_zero = 0;
  std::size_t in_zero = 0;
  std::size_t all = 0;
  for (const Batch& batch : by_bare_loop(plan)) {
    const Duration time = batch.at - LocalTime(1h);
    all += batch.packets;
    if (time <= 2s) before_zero += batch.packets;
    if (time > 2s && time < 3s) in_zero += batch.packets;
  }
  CHECK(before_zero == Approx(11'000).margin(1));
  CHECK(in_zero <= 1);
  CHECK(all == Approx(21'000).margin(11));
}

TEST_CASE("what the bare loop slept through goes at once") {
  VirtualClock clock(stalled_sleep(exact_sleep(), {{LocalTime(1h) + 500ms, 20ms}}));
  RecordingOutlet outlet(clock);
  BareLoop loop(clock, outlet);
  loop.run(plan_of(megabits_per_second(120)), never);
  std::size_t largest = 0;
  std::size_t all = 0;
  for (const Batch& batch : outlet.batches) {
    largest = std::max(largest, batch.packets);
    all += batch.packets;
  }
  CHECK(largest >= 195);  // of 200
  CHECK(all == Approx(10'000).margin(6));
  CHECK(loop.wake_ups() == Approx(2000 - 40).margin(3));
}

TEST_CASE("the bare loop stops on request, also long before the next packet") {
  VirtualClock clock(exact_sleep());
  RecordingOutlet outlet(clock);
  SendPlan plan = plan_of(bits_per_second(100));  // a packet in two minutes
  plan.duration = 1h;
  int asked = 0;
  BareLoop(clock, outlet).run(plan, [&] { return ++asked > 10; });
  CHECK(clock.now() - LocalTime(1h) <= 1100ms);
}

TEST_CASE("what the outlet refuses, the bare loop offers again at the next tick") {
  VirtualClock clock(exact_sleep());
  RecordingOutlet outlet(clock);
  outlet.room = 3;  // of 10 each millisecond
  BareLoop loop(clock, outlet);
  loop.run(plan_of(megabits_per_second(120)), never);
  CHECK(loop.refusals() > 0);
  for (std::size_t i = 1; i < outlet.batches.size(); ++i) {
    CHECK(outlet.batches[i].at - outlet.batches[i - 1].at == Duration(500us));
  }
}
