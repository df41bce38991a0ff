#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <iostream>

#include "held_call.h"

namespace evenkeel::test {
namespace {

struct Outcome {
  double target = 0;           ///< kbit/s, the least of the last 10 s in which the camera is off
  double greatest_target = 0;  ///< of them
  double seconds = 0;          ///< once it is on, until half a second's mean is 80 % of what it comes to
  double longest_queue = 0;    ///< ms, in the 10 s from then on
  double lost = 0;
};

/// A camera that is off sends a notice now and then, and nothing else.
Outcome call(DataRate rate, Duration jitter, Duration off_from, Duration off_to, std::uint64_t seed) {
  HeldCall held(rate, jitter, {kilobits_per_second(16), off_from, off_to, seed});
  held.simulation.run_until(off_to + 30s);

  Outcome outcome;
  const auto targets = column(held.flow, &Sample::target_bitrate_bps, off_to - 10s, off_to);
  const auto [least, greatest] = std::minmax_element(targets.begin(), targets.end());
  outcome.target = *least / 1000;
  outcome.greatest_target = *greatest / 1000;
  outcome.seconds = held.seconds_until_back();
  outcome.longest_queue = held.longest_queue_once_free();
  outcome.lost = *held.flow.samples.back().packets_lost;
  return outcome;
}

struct Row {
  double mbps;
  Duration jitter;
};

TEST_CASE("A call that begins with the camera off keeps the rate at which it began", "[darc]") {
  const auto row = GENERATE(values<Row>({{0.5, 5ms}, {1, 5ms}, {2.5, 0ms}, {2.5, 5ms}, {6, 5ms}, {15, 5ms}}));
  const auto seed = GENERATE(as<std::uint64_t>{}, 1, 2, 3);
  const Outcome outcome = call(megabits_per_second(row.mbps), row.jitter, 0s, 30s, seed);
  CAPTURE(row.mbps, to_milliseconds(row.jitter), seed);
  CHECK(outcome.target >= 900);
  CHECK(outcome.seconds <= 5);
  CHECK(outcome.lost == 0);
}

TEST_CASE("A camera that is off for a while leaves a rate at which a call may begin", "[darc]") {
  const auto row = GENERATE(values<Row>({{1, 0ms}, {1, 5ms}, {2.5, 0ms}, {2.5, 5ms}, {6, 0ms}, {6, 5ms}, {15, 0ms}}));
  const auto seed = GENERATE(as<std::uint64_t>{}, 1, 2, 3);
  const Outcome outcome = call(megabits_per_second(row.mbps), row.jitter, 20s, 60s, seed);
  CAPTURE(row.mbps, to_milliseconds(row.jitter), seed);
  CHECK(outcome.target >= 900);
  CHECK(outcome.seconds <= (row.mbps > 2.5 ? 3 : 1.6));
  CHECK(outcome.longest_queue <= 120);
  CHECK(outcome.lost == 0);
}

TEST_CASE("What a queue showed of a slow link is not forgotten while the camera is off", "[darc]") {
  const auto row = GENERATE(values<Row>({{0.3, 0ms}, {0.3, 5ms}, {0.5, 0ms}, {0.5, 5ms}}));
  const auto seed = GENERATE(as<std::uint64_t>{}, 1, 2, 3);
  const Outcome outcome = call(megabits_per_second(row.mbps), row.jitter, 20s, 60s, seed);
  CAPTURE(row.mbps, to_milliseconds(row.jitter), seed, outcome.target);
  CHECK(outcome.greatest_target <= 1.3 * 1000 * row.mbps);
  CHECK(outcome.seconds <= 1.6);
  CHECK(outcome.longest_queue <= 200);
}

TEST_CASE("Behind a queue that others fill the rate of a camera that is off does not leap", "[darc]") {
  HeldCall held(megabits_per_second(2.5), 0ms, {kilobits_per_second(16), 0s, 60s, 1});
  held.simulation.add(ConstantRateFlow{megabits_per_second(2.6), bytes(1000), at(10s)});
  held.simulation.run_until(60s);
  const auto targets = column(held.flow, &Sample::target_bitrate_bps, 30s, 60s);
  double leaps = 0;
  for (std::size_t i = 1; i < targets.size(); ++i) leaps += std::abs(std::log2(targets[i] / targets[i - 1])) > 0.5;
  CHECK(leaps / 30 < 0.1);  // a second
}

TEST_CASE("A camera that went off beside a TCP has its rate again once that has gone", "[darc]") {
  const auto seed = GENERATE(as<std::uint64_t>{}, 1, 2, 3);
  HeldCall held(megabits_per_second(2.5), 0ms, {kilobits_per_second(16), 30s, 80s, seed});
  held.simulation.add(CubicSender({.begin = at(10s), .end = at(50s), .way_back = 50ms}));
  held.simulation.run_until(80s);
  CHECK(mean_of(column(held.flow, &Sample::target_bitrate_bps, 70s, 80s)) >= 900'000);
}

// docs/darc.md has it.
TEST_CASE("Table of cameras that are off", "[.][camera-off-table]") {
  for (const bool begins : {true, false})
    for (const double mbps : {0.3, 1.0, 2.5, 6.0, 15.0})
      for (const Duration jitter : {Duration(0ms), Duration(5ms), Duration(20ms)}) {
        std::cout << (begins ? "begins off, " : "off later, ") << mbps << " Mbit/s, jitter " << to_milliseconds(jitter)
                  << " ms:";
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
          const Outcome outcome = call(megabits_per_second(mbps), jitter, begins ? 0s : 20s, begins ? 30s : 60s, seed);
          std::cout << "  target " << outcome.target << " kbit/s, 80 % after " << outcome.seconds << " s, queue "
                    << outcome.longest_queue << " ms;";
        }
        std::cout << "\n";
      }
}

}  // namespace
}  // namespace evenkeel::test
