#include "core/control/rivals/nada/nada_law.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

RateLimits limits_of(DataRate minimum, DataRate maximum) { return {kilobits_per_second(300), minimum, maximum}; }

}  // namespace

TEST_CASE("nada: eq. 1 leaves delays below QTH and discounts those above") {
  struct Row {
    double queue_ms, counts_ms;
  };
  const auto row =
      GENERATE(values<Row>({{0, 0}, {10, 10}, {49.9, 49.9}, {50, 50}, {100, 30.3265}, {200, 11.1565}, {300, 4.1042}}));
  CHECK(1e3 * nada_warped_delay({}, row.queue_ms / 1e3) == Approx(row.counts_ms).epsilon(1e-4));
}

TEST_CASE("nada: eq. 2 adds what marks and losses count as") {
  CHECK(nada_signal({}, 0.02, 0, 0) == Approx(0.02));
  CHECK(nada_signal({}, 0.02, 0, 0.01) == Approx(0.03));
  CHECK(nada_signal({}, 0.02, 0.01, 0) == Approx(0.022));
  CHECK(nada_signal({}, 0, 0, 0.1) == Approx(1));
  CHECK(nada_signal({}, 0.001, 0.02, 0.03) == Approx(0.001 + 0.008 + 0.09));
}

TEST_CASE("nada: gamma of eq. 3") {
  NadaParameters p;
  CHECK(nada_gamma(p, 0ms) == Approx(50.0 / 220));
  CHECK(nada_gamma(p, 100ms) == Approx(50.0 / 320));
  CHECK(nada_gamma(p, 280ms) == Approx(0.1));
  CHECK(nada_gamma(p, Duration::max()) < 1e-9);
  p.gamma_max = 0.2;
  CHECK(nada_gamma(p, 0ms) == 0.2);
}

TEST_CASE("nada: the signal at rest is 10 ms RMAX / r") {
  struct Row {
    double kbps, signal_ms;
  };
  const auto row = GENERATE(values<Row>({{1000, 15}, {600, 25}, {1167, 12.853}, {800, 18.75}, {1500, 10}}));
  NadaParameters p;
  const DataRate rmax = megabits_per_second(1.5);
  const DataRate rate = kilobits_per_second(row.kbps);
  const double x = nada_resting_signal(p, rmax, rate);
  CHECK(1e3 * x == Approx(row.signal_ms).epsilon(1e-4));
  CHECK(nada_gradual_update(p, {rate, rmax, x, x, 100ms}).bps() == Approx(rate.bps()));
  p.prio = 2;
  CHECK(nada_resting_signal(p, rmax, rate) == Approx(2 * x));
}

TEST_CASE("nada: one gradual step by hand") {
  struct Row {
    const char* what;
    double signal_ms, last_ms;
    Duration delta;
    double expected;  // from 1 Mbit/s with RMAX 1.5 Mbit/s, where 15 ms are rest
  };
  const auto row = GENERATE(values<Row>({
      {"at rest", 15, 15, 100ms, 1'000'000},
      {"10 ms too much: 0.5 0.2 0.02", 25, 25, 100ms, 998'000},
      {"5 ms more than before: 0.5 2 0.01", 15, 10, 100ms, 990'000},
      {"both", 25, 20, 100ms, 988'000},
      {"no queue", 0, 0, 100ms, 1'003'000},
      {"after 500 ms: 0.5 1 0.02", 25, 25, 500ms, 990'000},
      {"the queue drained", 0, 100, 100ms, 1'203'000},
      {"a second of delay is more than the rate", 1015, 0, 100ms, -1'230'000},
  }));
  INFO(row.what);
  NadaStep step{megabits_per_second(1), megabits_per_second(1.5), row.signal_ms / 1e3, row.last_ms / 1e3, row.delta};
  CHECK(nada_gradual_update({}, step).bps() == Approx(row.expected));
}

TEST_CASE("nada: RMIN and RMAX are the limits, or narrow them") {
  NadaParameters p;
  const RateLimits limits = limits_of(kilobits_per_second(150), megabits_per_second(8));
  CHECK(nada_bounds(p, limits).rmax == megabits_per_second(3));
  CHECK(nada_bounds(p, limits).clip(megabits_per_second(9)) == megabits_per_second(3));
  CHECK(nada_bounds(p, limits_of(DataRate(), megabits_per_second(1.5))).rmax == megabits_per_second(1.5));
  CHECK(nada_bounds(p, limits).clip(bits_per_second(-1e9)) == kilobits_per_second(150));
  p.rmax = megabits_per_second(1.5);
  p.rmin = kilobits_per_second(200);
  CHECK(nada_bounds(p, limits).clip(megabits_per_second(9)) == megabits_per_second(1.5));
  CHECK(nada_bounds(p, limits).clip(bits_per_second(0)) == kilobits_per_second(200));
  p.rmax = megabits_per_second(50);  // the queue is that of 50 Mbit/s, the rate is not
  CHECK(nada_bounds(p, limits).rmax == megabits_per_second(50));
  CHECK(nada_bounds(p, limits).clip(megabits_per_second(20)) == megabits_per_second(8));
  p.rmin = megabits_per_second(20);
  CHECK(nada_bounds(p, limits).clip(bits_per_second(0)) == megabits_per_second(8));
}

TEST_CASE("nada: limits that say nothing leave finite bounds, and the rate never sticks at zero") {
  const NadaBounds bounds = nada_bounds({}, limits_of(DataRate(), DataRate::unlimited()));
  CHECK(bounds.rmax == megabits_per_second(3));
  CHECK(bounds.clip(DataRate::unlimited()) == megabits_per_second(3));
  CHECK(bounds.clip(DataRate()) == kilobits_per_second(1));
  CHECK(nada_bounds({}, limits_of(DataRate(), DataRate())).clip(megabits_per_second(1)) == DataRate());
}

TEST_CASE("nada: eqs 11 to 14 with the RFC's example of 2000 bytes") {
  const NadaBounds bounds = nada_bounds({}, limits_of(kilobits_per_second(150), megabits_per_second(1.5)));
  const auto kbps = [&](double rate, std::int64_t buffer) {
    const RateUpdate u = nada_shaped({}, bounds, kilobits_per_second(rate), bytes(buffer));
    CHECK_FALSE(u.window);
    return std::pair(u.target.kbps(), u.pacing.kbps());
  };
  CHECK(kbps(1000, 0) == std::pair(1000.0, 1000.0));
  CHECK(kbps(1000, 2000) == std::pair(952.0, 1048.0));
  CHECK(kbps(1500, 2000) == std::pair(1452.0, 1500.0));  // RMAX
  CHECK(kbps(500, 2000) == std::pair(475.0, 525.0));     // 5 %
  CHECK(kbps(150, 1'000'000'000) == std::pair(150.0, 157.5));
  CHECK(kbps(1000, -5) == std::pair(1000.0, 1000.0));
}
