#include "core/link/capacity.h"

#include <catch2/catch.hpp>
#include <limits>
#include <random>

using namespace evenkeel;

namespace {

constexpr double kOpportunity = 1504 * 8;

Capacity recorded(std::vector<std::uint32_t> milliseconds) {
  return Capacity::trace(MahimahiTrace(std::move(milliseconds)));
}

Capacity stairs() {
  return Capacity::schedule({{2s, megabits_per_second(4)}, {0s, megabits_per_second(1)}, {3s, DataRate()}});
}

}  // namespace

TEST_CASE("a constant rate serves in bits over rate") {
  auto capacity = Capacity::constant(megabits_per_second(1));
  auto end = capacity.serve(7s, 12'000);
  REQUIRE(end);
  CHECK(end->at == 7s + 12ms);
  CHECK(end->surplus_bits == Approx(0).margin(1e-9));
  CHECK(capacity.bits_between(7s, 7s + 12ms) == Approx(12'000));
  CHECK(capacity.rate_at(100h) == megabits_per_second(1));
}

TEST_CASE("the rounding to nanoseconds is handed on, so that it never adds up") {
  auto capacity = Capacity::constant(megabits_per_second(7));
  Capacity::Completion end{0ns};
  for (int i = 0; i < 700'000; ++i) end = *capacity.serve(end.at, 12'000 - end.surplus_bits);
  CHECK(end.at == 1200s);
}

TEST_CASE("a schedule is served piece by piece") {
  auto capacity = stairs();
  struct Row {
    Duration from;
    double bits;
    Duration at;
  };
  auto row = GENERATE(Row{0s, 1e6, 1s}, Row{1500ms, 0.5e6, 2s}, Row{1500ms, 0.9e6, 2100ms}, Row{0s, 6e6, 3s},
                      Row{2500ms, 2e6, 3s}, Row{0s, 0, 0s});
  auto end = capacity.serve(row.from, row.bits);
  REQUIRE(end);
  CHECK(end->at == row.at);
  CHECK(capacity.bits_between(row.from, row.at) == Approx(row.bits));
}

TEST_CASE("what zero capacity never serves has no time") {
  CHECK_FALSE(stairs().serve(0s, 6e6 + 1));
  CHECK_FALSE(stairs().serve(5s, 1));
  CHECK_FALSE(Capacity::constant(DataRate()).serve(0s, 1));
  CHECK_FALSE(Capacity::constant(bits_per_second(1e-9)).serve(0s, 1e3));
  CHECK_FALSE(Capacity::constant(bits_per_second(-5)).serve(0s, 1));
  CHECK_FALSE(Capacity::constant(bits_per_second(std::numeric_limits<double>::quiet_NaN())).serve(0s, 1));
  CHECK(stairs().bits_between(3s, 1h) == 0);
}

TEST_CASE("an unlimited rate serves at once") {
  for (const auto& capacity : {Capacity::constant(DataRate::unlimited()), Capacity::schedule({})}) {
    CHECK(capacity.serve(3s, 1e12)->at == 3s);
    CHECK(capacity.serve(3s, 1e12)->surplus_bits == 0);
    CHECK(capacity.bits_between(3s, 3s) == 0);
    CHECK(std::isinf(capacity.bits_between(3s, 4s)));
  }
}

TEST_CASE("the rate of a schedule is that of the last step begun, and of the first before it") {
  auto capacity = Capacity::schedule({{1s, megabits_per_second(1)}, {2s, megabits_per_second(4)}});
  CHECK(capacity.rate_at(0s) == megabits_per_second(1));
  CHECK(capacity.rate_at(2s - 1ns) == megabits_per_second(1));
  CHECK(capacity.rate_at(2s) == megabits_per_second(4));
}

TEST_CASE("of steps at the same time the last one holds") {
  auto capacity = Capacity::schedule({{0s, DataRate::unlimited()}, {0s, megabits_per_second(1)}});
  CHECK(capacity.serve(0s, 1e6)->at == 1s);
}

TEST_CASE("a trace serves 1504 bytes at each of its instants, after the beginning of the work") {
  auto capacity = recorded({0, 5, 5, 10});
  struct Row {
    Duration from;
    double opportunities;
    Duration at;
    double surplus;
  };
  auto row =
      GENERATE(Row{0ms, 1, 5ms, 1}, Row{0ms, 0.25, 5ms, 1.75}, Row{0ms, 2, 5ms, 0}, Row{0ms, 2.5, 10ms, 1.5},
               Row{4ms, 1, 5ms, 1}, Row{5ms, 1, 10ms, 1},
               // After 10 ms the trace starts again: its 0 ms is at 10 ms.
               Row{0ms, 4, 10ms, 0}, Row{0ms, 5, 15ms, 1}, Row{10ms, 1, 15ms, 1}, Row{0ms, 4000, 9'990ms + 10ms, 0});
  auto end = capacity.serve(row.from, row.opportunities * kOpportunity);
  REQUIRE(end);
  CHECK(end->at == row.at);
  CHECK(end->surplus_bits == row.surplus * kOpportunity);
}

TEST_CASE("bits between two times exclude the first instant and include the second") {
  auto capacity = recorded({2, 4, 4, 10});
  CHECK(capacity.bits_between(0ms, 2ms) == kOpportunity);
  CHECK(capacity.bits_between(2ms, 3ms) == 0);
  CHECK(capacity.bits_between(2ms, 4ms) == 2 * kOpportunity);
  CHECK(capacity.bits_between(0ms, 10ms) == 4 * kOpportunity);
  CHECK(capacity.bits_between(0ms, 100ms) == 40 * kOpportunity);
  CHECK(capacity.bits_between(9ms, 12ms) == 2 * kOpportunity);
  CHECK(capacity.bits_between(5ms, 2ms) == 0);
}

TEST_CASE("the rate of a trace is the mean over half a second before and after") {
  std::vector<std::uint32_t> times;
  for (std::uint32_t t = 1; t <= 4000; ++t) {
    if (t <= 2000 || t % 4 == 0) times.push_back(t);
  }
  auto capacity = recorded(times);
  CHECK(capacity.rate_at(1s).bps() == Approx(1000 * kOpportunity));
  CHECK(capacity.rate_at(3s).bps() == Approx(250 * kOpportunity));
  CHECK(capacity.rate_at(2s).bps() == Approx(625 * kOpportunity));
  CHECK(capacity.rate_at(0s).bps() == Approx(1000 * kOpportunity));  // only what comes
  CHECK(capacity.rate_at(41s).bps() == Approx(1000 * kOpportunity));
}

TEST_CASE("serve and bits_between agree") {
  std::vector<std::uint32_t> times;
  std::mt19937 random(3);
  for (std::uint32_t t = 0; times.size() < 500; t += static_cast<std::uint32_t>(random() % 20)) times.push_back(t);
  for (const auto& capacity : {recorded(times), stairs(), Capacity::constant(kilobits_per_second(333))}) {
    for (int i = 0; i < 1000; ++i) {
      auto from = std::chrono::microseconds(random() % 3'000'000);
      double bits = static_cast<double>(random() % 100'000 + 1);
      auto end = capacity.serve(from, bits);
      if (!end) continue;
      CHECK(capacity.bits_between(from, end->at) == Approx(bits + end->surplus_bits));
      CHECK(capacity.bits_between(from, end->at - 2ns) < bits);
    }
  }
}
