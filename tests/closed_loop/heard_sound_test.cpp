#include <algorithm>
#include <catch2/catch.hpp>

#include "app/lab/claims/statistics.h"
#include "heard_call.h"
#include "sources.h"

// What is heard of a call, by the app's own jitter buffer, over many calls that differ in their random numbers.

namespace evenkeel::test {
namespace {

constexpr int calls = 20;

struct Mean {
  double concealed = 0, stretched = 0;  ///< %
  double held = 0;                      ///< ms
};

void add(Mean& mean, const HeardCall& heard, Duration from, Duration to) {
  mean.concealed += 100 * heard.concealed(from, to) / to_seconds(to - from) / calls;
  mean.stretched += 100 * heard.stretched(from, to) / to_seconds(to - from) / calls;
  mean.held += heard.mean_held_ms(from, to) / calls;
}

Mean beside_cubic(const std::string& controller) {
  Mean mean;
  for (std::uint64_t seed = 1; seed <= calls; ++seed) {
    Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(600ms));
    Flow& flow = simulation.add(heard_config(controller, seed), synthetic(megabits_per_second(8), seed));
    simulation.add(CubicSender({.begin = at(15s + seed * 37ms), .way_back = 50ms}));
    simulation.run_until(50s);
    add(mean, HeardCall(flow), 16s, 50s);
  }
  return mean;
}

Mean alone(double kbps) {
  Mean mean;
  for (std::uint64_t seed = 1; seed <= calls; ++seed) {
    Simulation simulation = dumbbell(kilobits_per_second(kbps), 50ms, Duration(300ms));
    Flow& flow = simulation.add(heard_config("darc", seed), synthetic(megabits_per_second(8), seed));
    simulation.run_until(30s);
    add(mean, HeardCall(flow), 5s, 30s);
  }
  return mean;
}

// Of the first seconds.
double largest_skew_ms(const HeardCall& heard) {
  double largest = 0;
  for (const HeardCall::Skew& skew : heard.skews()) {
    if (skew.at < at(5s)) largest = std::max(largest, to_milliseconds(skew.skew));
  }
  return largest;
}

double mean_skew_ms(const HeardCall& heard, Duration from, Duration to) {
  double sum = 0;
  int count = 0;
  for (const HeardCall::Skew& skew : heard.skews()) {
    if (skew.at < at(from) || skew.at >= at(to)) continue;
    sum += to_milliseconds(skew.skew);
    ++count;
  }
  return sum / count;
}

double out_of_step_percent(const HeardCall& heard) {
  const auto& all = heard.skews();
  const auto out = std::ranges::count_if(all, [](const auto& skew) { return skew.skew < -20ms || skew.skew > 60ms; });
  return 100 * static_cast<double>(out) / static_cast<double>(all.size());
}

}  // namespace

// Before sound slowed down for a queue that grows it was 0.9 and 1.1 %, with 190 ms of delay in the jitter buffer.
TEST_CASE("Beside a CUBIC with 600 ms of buffer at most 0.5 % of the sound is concealed", "[sound]") {
  const std::string controller = GENERATE("darc", "ldcc");
  const Mean mean = beside_cubic(controller);
  CAPTURE(controller, mean.concealed, mean.stretched, mean.held);
  CHECK(mean.concealed <= 0.5);
  CHECK(mean.stretched <= 8);
  CHECK(mean.held <= 150);
}

TEST_CASE("A call alone conceals no sound, but little at 0.3 Mbit/s", "[sound]") {
  struct Row {
    double kbps, max_concealed, max_held;
  };
  const auto row = GENERATE(values<Row>({{300, 0.2, 100}, {1000, 0.02, 50}, {2500, 0, 35}}));
  const Mean mean = alone(row.kbps);
  CAPTURE(row.kbps, mean.concealed, mean.stretched, mean.held);
  CHECK(mean.concealed <= row.max_concealed);
  CHECK(mean.held <= row.max_held);
}

// With a target of 200 ms at first it was 165 ms.
TEST_CASE("At the start of a call sound is late beside the picture by 100 ms at most, and nothing is concealed",
          "[sound]") {
  double skew = 0, concealed = 0;
  for (std::uint64_t seed = 1; seed <= calls; ++seed) {
    Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(300ms));
    Flow& flow = simulation.add(heard_config("darc", seed), synthetic(megabits_per_second(8), seed));
    simulation.run_until(5500ms);
    const HeardCall heard(flow);
    skew += largest_skew_ms(heard) / calls;
    concealed += heard.concealed(0s, 5s);
  }
  CHECK(skew <= 100);
  CHECK(concealed == 0);
}

// Reports are 300 ms apart where little comes. LDCC took each that was later for lost, and stayed at 145 kbit/s.
TEST_CASE("Where repair fills the gaps, too, the picture is back 8 s after a link of 0.08 Mbit/s has risen",
          "[sound]") {
  FlowConfig config = heard_config(GENERATE("darc", "ldcc"), 1);
  CAPTURE(config.controller);
  Simulation simulation = dumbbell(kilobits_per_second(300), 50ms, Duration(300ms));
  Flow& flow = simulation.add(config, synthetic(megabits_per_second(8), 1));
  for (const auto& [when, kbps] : {std::pair(20s, 80), {40s, 2500}}) {
    simulation.run_until(when);
    simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(kbps)), simulation.now());
  }
  simulation.run_until(60s);
  const auto paused = [&flow](Duration from, Duration to) {
    return mean_of(column(flow, &Sample::video_paused, from, to));
  };
  CHECK(paused(38s, 40s) == 1);
  CHECK(paused(48s, 60s) == 0);
}

// 500 ppm are 300 ms in ten minutes. Some pictures are late in any case: those of which the frame is a large one.
TEST_CASE("A loudspeaker's clock that is off by 500 ppm puts sound out of step no more than one that is right",
          "[sound]") {
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(300ms));
  Flow& flow = simulation.add(heard_config("darc", 1), synthetic(megabits_per_second(2), 1));
  simulation.run_until(600s);
  const HeardCall right(flow);
  const HeardCall off(flow, GENERATE(Duration(9'995us), Duration(10'005us)));
  CAPTURE(out_of_step_percent(right), out_of_step_percent(off));
  CHECK(out_of_step_percent(off) <= out_of_step_percent(right) + 0.5);
  for (const Duration from : {60s, 300s, 540s})
    CHECK(mean_skew_ms(off, from, from + 60s) == Approx(mean_skew_ms(right, from, from + 60s)).margin(8));
  CHECK(off.concealed(5s, 600s) == 0);
  CHECK(off.mean_held_ms(60s, 590s) <= right.mean_held_ms(60s, 590s) + 5);
}

}  // namespace evenkeel::test
