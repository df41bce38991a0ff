#include "gui/store/step_response.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

using namespace evenkeel;

namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

/// Rows every 100 ms from 5 s before the step, which is at 10 s, to `end`; `y` is a function of the time since it.
std::vector<CurvePoint> sampled(double y0, double end, const std::function<double(double)>& y) {
  std::vector<CurvePoint> curve;
  for (int i = 50; i * 0.1 <= end + 1e-9; ++i) curve.push_back({i * 0.1, i < 100 ? y0 : y(i * 0.1 - 10)});
  return curve;
}

double seconds(const std::optional<Duration>& duration) { return duration ? to_seconds(*duration) : -1; }

}  // namespace

TEST_CASE("A first-order response rises in tau ln 9 and settles in about tau ln 20, up and down") {
  const double tau = GENERATE(0.5, 1.0, 3.0);
  const double y0 = GENERATE(10.0, 200.0, -30.0);
  const double y1 = 100;
  const auto curve = sampled(y0, 70, [&](double t) { return y1 + (y0 - y1) * std::exp(-t / tau); });
  const auto response = measure_step(curve, 10, 98);
  REQUIRE(response);
  CHECK(response->initial == Approx(y0));
  CHECK(response->final == Approx(y1));
  CHECK(response->overshoot == Approx(0).margin(1e-6));
  CHECK(*response->steady_state_error == Approx(2).epsilon(1e-4));
  // Rows of 100 ms and straight lines between them.
  CHECK(seconds(response->rise_time) == Approx(tau * std::log(9)).margin(0.01));
  // The mean over half a second of an exponential is it times sinh(a)/a, with half of that time being a time constants.
  const double a = 0.25 / tau;
  CHECK(seconds(response->settling_time) == Approx(tau * std::log(20 * std::sinh(a) / a)).margin(0.01));
  CHECK(response->peak == Approx(y0));
}

TEST_CASE("An underdamped second-order response overshoots by exp(-pi zeta / sqrt(1 - zeta^2))") {
  const double zeta = GENERATE(0.2, 0.4, 0.7);
  const double y1 = GENERATE(50.0, -20.0);
  const double omega = 2;
  const double root = std::sqrt(1 - zeta * zeta);
  const auto form = [&](double t) {
    const double phase = omega * root * t;
    return 1 - std::exp(-zeta * omega * t) * (std::cos(phase) + zeta / root * std::sin(phase));
  };
  const auto curve = sampled(0, 80, [&](double t) { return y1 * form(t); });
  const auto response = measure_step(curve, 10, std::nullopt);
  REQUIRE(response);
  CHECK(response->final == Approx(y1).epsilon(1e-4));
  const double overshoot = std::exp(-std::numbers::pi * zeta / root);
  CHECK(response->overshoot == Approx(overshoot).margin(0.005));
  CHECK(response->peak == 0);  // where it began: nowhere is it further from the final value
  CHECK_FALSE(response->steady_state_error);
  // The truth on a fine grid.
  double settled = 0;
  double at_10 = -1;
  double at_90 = -1;
  for (int i = 0; i <= 70'000; ++i) {
    const double t = i * 1e-3;
    if (std::abs(form(t) - 1) > 0.05) settled = t;
    if (at_10 < 0 && form(t) >= 0.1) at_10 = t;
    if (at_90 < 0 && form(t) >= 0.9) at_90 = t;
  }
  CHECK(seconds(response->rise_time) == Approx(at_90 - at_10).margin(0.03));
  CHECK(seconds(response->settling_time) == Approx(settled).margin(0.05));
}

TEST_CASE("Noise within the band moves the figures by no more than it is large") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> noise(-2, 2);
  const auto curve = sampled(0, 60, [&](double t) { return 100 - 100 * std::exp(-t) + noise(random); });
  const auto response = measure_step(curve, 10, 100);
  REQUIRE(response);
  CHECK(response->final == Approx(100).margin(0.5));
  CHECK(response->overshoot < 0.025);
  CHECK(seconds(response->rise_time) == Approx(std::log(9)).margin(0.2));
  CHECK(seconds(response->settling_time) == Approx(std::log(20)).margin(0.7));
  CHECK(*response->steady_state_error == Approx(0).margin(0.5));
}

TEST_CASE("Gaps are passed over") {
  auto curve = sampled(10, 70, [](double t) { return 110 - 100 * std::exp(-t); });
  for (std::size_t i = 0; i < curve.size(); ++i)
    if (i % 3 == 1 || (i > 45 && i < 49)) curve[i].value = gap;
  const auto response = measure_step(curve, 10, std::nullopt);
  REQUIRE(response);
  CHECK(response->initial == Approx(10));
  CHECK(seconds(response->rise_time) == Approx(std::log(9)).margin(0.05));
  CHECK(seconds(response->settling_time) == Approx(std::log(20)).margin(0.05));
}

TEST_CASE("An oscillation that goes on does not settle, wherever it ends") {
  const double end = GENERATE(50.0, 50.1, 50.8, 52.4);  // the latter two within the band
  const auto curve = sampled(0, end, [](double t) { return 100 + 20 * std::sin(2 * t); });
  const auto response = measure_step(curve, 10, std::nullopt);
  REQUIRE(response);
  CHECK_FALSE(response->settling_time);
  CHECK(response->rise_time);
  CHECK(response->overshoot == Approx(0.2).margin(0.05));
}

TEST_CASE("A step of size zero has neither rise nor overshoot, but a peak and a settling time") {
  const auto flat = measure_step(sampled(50, 30, [](double) { return 50; }), 10, 50);
  REQUIRE(flat);
  CHECK_FALSE(flat->rise_time);
  CHECK(flat->overshoot == 0);
  CHECK(seconds(flat->settling_time) == 0);
  CHECK(*flat->steady_state_error == 0);
  CHECK(flat->peak == 50);
  const auto nought = measure_step(sampled(0, 30, [](double) { return 0; }), 10, std::nullopt);
  REQUIRE(nought);
  CHECK(seconds(nought->settling_time) == 0);
  // A queue that fills when the capacity falls, and empties again: t exp(-t) is below 0.01 from 6.47 s on.
  const auto spike = measure_step(sampled(50, 60, [](double t) { return 50 + 100 * t * std::exp(-t); }), 10, 50);
  REQUIRE(spike);
  CHECK_FALSE(spike->rise_time);
  CHECK(spike->overshoot == 0);
  CHECK(spike->peak == Approx(50 + 100 / std::numbers::e));
  CHECK(seconds(spike->settling_time) == Approx(6.47).margin(0.05));
}

TEST_CASE("A jump from one row to the next has risen within a row") {
  const auto curve = sampled(0, 30, [](double) { return 100; });
  const auto response = measure_step(curve, 10, std::nullopt);
  REQUIRE(response);
  CHECK(seconds(response->rise_time) >= 0);
  CHECK(seconds(response->rise_time) <= 0.1);
  CHECK(seconds(response->settling_time) <= 0.1);
  // Between two rows, and with the row at the step itself still where it was.
  const auto later = measure_step(curve, 9.95, std::nullopt);
  REQUIRE(later);
  CHECK(later->initial == 0);
  CHECK(seconds(later->rise_time) == Approx(0.04));
  CHECK(seconds(later->settling_time) == Approx(0.0475));
}

TEST_CASE("Without a second before it or after it there is no response") {
  const auto curve = sampled(0, 12, [](double t) { return t; });
  CHECK(measure_step(curve, 10.9, std::nullopt));
  CHECK_FALSE(measure_step(curve, 11.1, std::nullopt));
  CHECK_FALSE(measure_step(curve, 12, std::nullopt));
  CHECK_FALSE(measure_step(curve, 13, std::nullopt));
  CHECK_FALSE(measure_step(curve, 5, std::nullopt));
  CHECK_FALSE(measure_step({}, 5, std::nullopt));
  auto gone = curve;
  for (CurvePoint& point : gone)
    if (point.time_s < 10) point.value = gap;
  CHECK_FALSE(measure_step(gone, 10, std::nullopt));
  gone = curve;
  for (CurvePoint& point : gone)
    if (point.time_s > 10.85) point.value = gap;
  CHECK_FALSE(measure_step(gone, 10, std::nullopt));
}

TEST_CASE("The final value is the mean over at most the last 10 s") {
  const auto curve = sampled(0, 110, [](double t) { return t < 89.95 ? 50 : 100; });
  const auto response = measure_step(curve, 10, std::nullopt);
  REQUIRE(response);
  CHECK(response->final == Approx(100));
  CHECK(measure_step(sampled(0, 20, [](double t) { return t < 7.95 ? 50 : 100; }), 10, std::nullopt)->final ==
        Approx(100));
}
