#include "core/theory/rmc_theory.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/theory/predictions.h"
#include "tests/unit/pacing/paced_loop.h"

using namespace evenkeel;

namespace {

RmcParameters with_gain(double k_r) {
  RmcParameters p;
  p.k_r = k_r;
  return p;
}

/// Eqs 8 to 10 sample by sample in fractions of bytes: after how many samples 5 % are kept for good.
int samples_until_settled(double k_r, double from) {
  double mismatch = from / k_r;  // the steady one of before
  int settled = 0;
  for (int n = 1; n < 5000; ++n) {
    const double y = k_r * mismatch;
    if (std::abs(y - 1) > 0.05) settled = n;
    mismatch += 1 - y;  // a new T_s at the new rate of 1
  }
  return settled;  // counting from the first sample that sees the new rate
}

Prediction find(const Tunable& loop, const PathConditions& path, const std::string& name) {
  for (const Prediction& p : predictions(loop, path)) {
    if (p.name == name) return p;
  }
  FAIL("no prediction of " << name);
  return {};
}

PathConditions path_of(double kbps, Duration rtt) {
  PathConditions path;
  path.rate = kilobits_per_second(kbps);
  path.min_round_trip_time = rtt;
  return path;
}

}  // namespace

TEST_CASE("The sampling time by the round trip") {
  CHECK(rmc_sampling_time({}, 100ms, {}, {}) == 5ms);
  CHECK(rmc_sampling_time({}, 10ms, {}, {}) == Duration(500us));
  CHECK(rmc_sampling_time({}, std::nullopt, {}, {}) == Duration(500us));
}

TEST_CASE("The sampling time by the rate: no more than b packets take") {
  struct Row {
    double b;
    double mbps;
    Duration t_s;
  };
  auto row = GENERATE(Row{0.5, 0.3, 5ms}, Row{0.5, 2, 3ms}, Row{0.5, 4, 1500us}, Row{0.5, 10, 600us},
                      Row{0.5, 500, 500us}, Row{1, 4, 3ms}, Row{10, 40, 3ms}, Row{0, 500, 5ms}, Row{0.5, 1e-300, 5ms});
  RmcParameters p;
  p.packets_gathered = row.b;
  CAPTURE(row.b, row.mbps);
  CHECK(rmc_sampling_time(p, 100ms, megabits_per_second(row.mbps), bytes(1500)) == row.t_s);
}

TEST_CASE("Iterations that send are a packet apart, or T_s") {
  CHECK(rmc_sending_interval(1ms, megabits_per_second(4), bytes(1500)) == 3ms);
  CHECK(rmc_sending_interval(1ms, megabits_per_second(500), bytes(1500)) == 1ms);
  CHECK(rmc_sending_interval(1ms, DataRate(), bytes(1500)) == 1ms);
}

TEST_CASE("Proposition 1: stable for 0 < k_r < 2") {
  CHECK(rmc_pole(with_gain(1)) == 0);
  CHECK(rmc_pole(with_gain(0.2)) == Approx(0.8));
  for (const double k : {0.01, 0.5, 1.0, 1.99}) CHECK(rmc_is_stable(with_gain(k)));
  for (const double k : {-0.1, 0.0, 2.0, 3.0}) {
    CHECK_FALSE(rmc_is_stable(with_gain(k)));
    CHECK_FALSE(rmc_settling_samples(with_gain(k), 10));
  }
}

TEST_CASE("The settling times of the paper's Fig. 13, with 20 ms a sample") {
  CHECK(rmc_settling_samples(with_gain(0.2), 10) == 24);   // 0.48 s
  CHECK(rmc_settling_samples(with_gain(0.2), 0.1) == 13);  // 0.26 s
  CHECK(rmc_settling_samples(with_gain(1.8), 0.1) == 13);
  CHECK(rmc_settling_samples(with_gain(1), 10) == 1);
  CHECK(rmc_settling_samples(with_gain(1), 1.01) == 0);
}

TEST_CASE("Settling is that of the recursion itself") {
  for (double k = 0.05; k < 1.98; k += 0.0711) {
    for (const double ratio : {10.0, 0.1, 2.0, 1.3}) {
      CAPTURE(k, ratio);
      CHECK(*rmc_settling_samples(with_gain(k), ratio) == samples_until_settled(k, ratio));
    }
  }
}

TEST_CASE("The steady backlog is that of the loop with small packets") {
  const double k_r = GENERATE(0.2, 0.5, 1.0, 1.5);
  RmcParameters p = with_gain(k_r);
  p.packets_gathered = 0;
  PacedRmc loop(p);
  loop.set_min_round_trip_time(100ms);
  LocalTime now{1000s};
  loop.reset(now);
  loop.set_rate(kilobits_per_second(2500), now);
  double sum = 0;
  int count = 0;
  for (int i = 0; i < 2000; ++i, now += 5ms) {
    while (loop.queued_packets() < 400) loop.enqueue({bytes(10), 0}, now);
    if (i >= 1000) {
      sum += loop.mismatch_bytes(now);
      ++count;
    }
    while (loop.poll(now)) loop.on_sent(now);
  }
  const double expected = rmc_backlog(p, kilobits_per_second(2500), 5ms);
  CHECK(expected == Approx(1562.5 / k_r));
  CHECK(sum / count == Approx(expected).margin(10 / k_r));
}

TEST_CASE("RMC's predictions") {
  const auto rmc = make_pacer("rmc");
  const PathConditions path = path_of(2500, 100ms);
  CHECK(find(*rmc, path, "pole").value == "0");
  CHECK(find(*rmc, path, "settling time").value == "3.93 ms");
  CHECK(find(*rmc, path, "settling time").meaning.find("1 sample ") == 0);
  CHECK(find(*rmc, path, "sampling time").value == "1.96 ms");
  CHECK(find(*rmc, path, "steady backlog").value == "1.23 kB");
  for (const Prediction& p : predictions(*rmc, path)) CHECK_FALSE(p.alarming);
  CHECK(find(*rmc, {}, "steady backlog").value == "-");
  CHECK(find(*rmc, {}, "sampling time").meaning == "T_s,min; awaits the round trip");
  CHECK(find(*rmc, path, "sampling time").meaning.find("b P/r_c,") == 0);
  CHECK(find(*rmc, path_of(300, 100ms), "sampling time").meaning.find("RTT_min/N:") == 0);
  CHECK(find(*rmc, path_of(500'000, 100ms), "sampling time").meaning.find("T_s,min,") == 0);
  const Rmc unstable(with_gain(2.1));
  CHECK(find(unstable, path, "pole").alarming);
  CHECK(find(unstable, path, "settling time").value == "none");
  CHECK(find(unstable, path, "settling time").alarming);
}

TEST_CASE("The loops of RFC 3448 say what a late timer costs") {
  const PathConditions path = path_of(2500, 100ms);  // 3.9296 ms a packet of 1228 bytes
  const auto value = [&](std::string_view loop) { return find(*make_pacer(loop), path, "rate lost").value; };
  CHECK(value("rfc3448") == "2.48 %");
  CHECK(value("rfc3448-nominal") == "none");
  CHECK(find(*make_pacer("rfc3448-burst"), path_of(100'000, 100ms), "rate lost").value == "9.09 %");
  CHECK(find(*make_pacer("rfc3448"), {}, "rate lost").value == "-");
}
