#include "app/bench/studies/measures.h"

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
  CHECK(percentile({3, 1, 2, 4}, 0.5) == 2);
  CHECK(percentile({3, 1, 2, 4}, 0.99) == 4);
  CHECK(percentile({3, 1, 2, 4}, 0) == 1);
  CHECK(std::isnan(percentile({}, 0.5)));
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

TEST_CASE("quiet windows leave out the start, the load and the second after it") {
  SendRun run;
  run.plan.rate = megabits_per_second(8);
  run.plan.duration = 10s;
  run.plan.busy_processes = 5;
  run.plan.busy_from = 4s;
  run.plan.busy_to = 6s;
  std::vector<Arrival> arrivals;
  for (int ms = 1; ms <= 10000; ++ms) {
    const bool disturbed = ms <= 1000 || (ms > 4000 && ms <= 7000);
    arrivals.push_back({ms * Duration(1ms), disturbed ? 500 : 1000, 1});
  }
  run.arrivals = ArrivalCurve(std::move(arrivals));
  const auto errors = quiet_window_errors(run, 1s);
  CHECK(errors.size() == 6);  // 1 to 4 s and 7 to 10 s
  for (const double e : errors) CHECK(e == Approx(0).margin(1e-9));
  run.plan.busy_processes = 0;
  CHECK(quiet_window_errors(run, 1s).size() == 9);
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
