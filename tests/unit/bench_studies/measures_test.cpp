#include "app/bench/studies/measures.h"
#include "app/lab/claims/statistics.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

/// A batch each 20 ms; `rate(i)` in Mbit/s of the i-th.
template <class Rate>
ArrivalCurve batches(int count, Rate rate) {
  std::vector<Arrival> arrivals;
  for (int i = 1; i <= count; ++i) {
    arrivals.push_back({i * Duration(20ms), std::llround(rate(i) * 1e6 / 8 * 0.02), 1});
  }
  return ArrivalCurve(std::move(arrivals));
}

SendRun run_of(DataRate rate, Duration duration, std::vector<Arrival> arrivals) {
  SendRun run;
  run.plan.rate = rate;
  run.plan.duration = duration;
  run.arrivals = ArrivalCurve(std::move(arrivals));
  return run;
}

}  // namespace

TEST_CASE("percentiles are by nearest rank") {
  CHECK(percentile_of({3, 1, 2, 4}, 0.5) == 2);
  CHECK(percentile_of({3, 1, 2, 4}, 0.99) == 4);
  CHECK(percentile_of({3, 1, 2, 4}, 0) == 1);
  CHECK(std::isnan(percentile_of({}, 0.5)));
}

TEST_CASE("a response that jumps is settled at its first iteration") {
  const auto curve = batches(200, [](int i) { return i <= 50 ? 100.0 : 10.0; });
  CHECK(settling_time(curve, 1s, 4s, megabits_per_second(10)) == Duration(20ms));
}

TEST_CASE("a response that decays is settled when it stays within 5 %") {
  // 10 + 90 * 0.8^n: below 10.5 from n = 24 on.
  const auto curve = batches(200, [](int i) { return i <= 50 ? 100.0 : 10 + 90 * std::pow(0.8, i - 50); });
  CHECK(settling_time(curve, 1s, 4s, megabits_per_second(10)) == Duration(480ms));
}

TEST_CASE("a response that leaves the band again settles later, and one that never stays does not") {
  const auto late = batches(200, [](int i) { return i == 80 ? 20.0 : 10.0; });
  CHECK(settling_time(late, 1s, 4s, megabits_per_second(10)) == Duration(620ms));
  const auto never = batches(200, [](int i) { return i % 2 == 1 ? 20.0 : 10.0; });
  CHECK_FALSE(settling_time(never, 1s, 4s, megabits_per_second(10)));
}

TEST_CASE("quiet windows leave out the load and the second after it, and say of which seconds they tell") {
  SendRun run;
  run.plan.rate = megabits_per_second(8);
  run.plan.duration = 10s;
  run.plan.busy_processes = 5;
  run.plan.busy_from = 4s;
  run.plan.busy_to = 6s;
  std::vector<Arrival> arrivals;
  for (int ms = 1; ms <= 10000; ++ms) {
    const bool disturbed = ms > 4000 && ms <= 7000;
    arrivals.push_back({ms * Duration(1ms), disturbed ? 500 : 1000, 1});
  }
  run.arrivals = ArrivalCurve(std::move(arrivals));
  const auto errors = window_errors(run, 1s, Windows::quiet);
  CHECK(errors.size() == 6);  // 0 to 4 s and 7 to 9 s
  for (const double e : errors) CHECK(e == Approx(0).margin(1e-9));
  const auto all = window_errors(run, 1s, Windows::all);
  CHECK(all.size() == 9);
  CHECK(*std::min_element(all.begin(), all.end()) == Approx(-0.5));
}

TEST_CASE("a pause shows in its window, and so does a stream that dies") {
  std::vector<Arrival> arrivals;
  for (int ms = 1; ms <= 4000; ++ms) {
    if (ms > 1480 && ms < 1520) continue;
    arrivals.push_back({ms * Duration(1ms), ms == 1520 ? 40'000 : 1000, ms == 1520 ? 40 : 1});
  }
  const auto run = run_of(megabits_per_second(8), 6s, std::move(arrivals));
  const auto shorts = window_errors(run, 20ms, Windows::all);
  CHECK(shorts[74] == Approx(-1).margin(0.01));  // 1.48 to 1.50 s
  CHECK(shorts[75] == Approx(1).margin(0.01));
  const auto seconds = window_errors(run, 1s, Windows::all);
  REQUIRE(seconds.size() == 5);
  CHECK(seconds[4] == Approx(-1));
}

TEST_CASE("a packet is late against the time at which its last byte was due") {
  // 1500 bytes at 12 Mbit/s are due each millisecond.
  auto run = run_of(megabits_per_second(12), 1s, {{1ms, 1500, 1}, {2300us, 1500, 1}, {3ms, 1500, 1}});
  const auto late = lateness_us(run, 0s, 1s);
  REQUIRE(late.size() == 3);
  CHECK(late[0] == Approx(0).margin(0.01));
  CHECK(late[1] == Approx(300).margin(0.01));
  CHECK(late[2] == Approx(0).margin(0.01));
  run.plan.steps = {{1500us, megabits_per_second(6)}};  // the second is due 1 ms after the step
  CHECK(lateness_us(run, 0s, 1s)[1] == Approx(300 - 500).margin(0.01));
}

TEST_CASE("times between packets") {
  const auto run = run_of(megabits_per_second(12), 1s, {{1ms, 1500, 1}, {2500us, 1500, 1}, {3ms, 1500, 1}});
  CHECK(intervals_ms(run, 0s, 1s) == std::vector<double>{1.5, 0.5});
}

TEST_CASE("packets with one stamp are late each for itself") {
  // Due after 1, 2, 3 and 4 ms; the last three come together.
  const auto run = run_of(megabits_per_second(12), 1s, {{1ms, 1500, 1}, {4ms, 4500, 3}});
  const auto late = lateness_us(run, 0s, 1s);
  REQUIRE(late.size() == 4);
  CHECK(late[1] == Approx(2000));
  CHECK(late[3] == Approx(0).margin(0.01));
  CHECK(intervals_ms(run, 0s, 1s) == std::vector<double>{3, 0, 0});
}
