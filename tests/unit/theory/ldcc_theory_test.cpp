#include "core/theory/ldcc_theory.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

using namespace evenkeel;

namespace {

constexpr double pi = std::numbers::pi;

LdccParameters with(double w_kbps, double beta, double eta) {
  LdccParameters p;
  p.w = kilobits_per_second(w_kbps);
  p.beta = beta;
  p.eta = eta;
  return p;
}

/// Eq. 43 as printed, with all its dimensions: omega in rad/s, a round trip in s, rates in bit/s.
std::complex<double> printed(const LdccParameters& p, double x, double rtt, double omega) {
  const std::complex<double> j(0, 1);
  const double w = p.w.bps();
  return p.eta * std::exp(-j * omega * rtt) / (j * omega * rtt) * ((p.beta - w / x) / rtt + j * omega) /
         (j * omega + p.eta * w / (x * rtt));
}

/// Magnitude and unwrapped phase of the printed form over a fine grid of frequencies.
struct Swept {
  double phase_margin = -1e9;
  double gain_margin = -1e9;
  int gain_crossings = 0;
  int phase_crossings = 0;
};

Swept sweep(const LdccParameters& p, double x, double rtt) {
  Swept out;
  const double low = 1e-9 / rtt;
  const double ratio = std::exp(1e-4);
  double phase = std::arg(printed(p, x, rtt, low));
  double magnitude = std::abs(printed(p, x, rtt, low));
  for (double omega = low * ratio; omega * rtt < 40; omega *= ratio) {
    const auto g = printed(p, x, rtt, omega);
    double next = std::arg(g);
    next += 2 * pi * std::round((phase - next) / (2 * pi));
    const double next_magnitude = std::abs(g);
    if (magnitude > 1 && next_magnitude <= 1) {
      ++out.gain_crossings;
      out.phase_margin = pi + next;
    }
    if (phase > -pi && next <= -pi) {
      ++out.phase_crossings;
      out.gain_margin = 1 / next_magnitude;
    }
    phase = next;
    magnitude = next_magnitude;
    if (phase < -4 * pi) break;
  }
  return out;
}

/// The largest zero of the cubic of the sampled loop, by Durand and Kerner.
double largest_zero(double b, double c, double h) {
  const std::array<double, 3> a{h * (b / 2 - 1), 1 - c + h * (1 + b / 2), -(2 - c)};
  const auto value = [&](std::complex<double> z) { return ((z + a[2]) * z + a[1]) * z + a[0]; };
  std::array<std::complex<double>, 3> z{1.0, {0.4, 0.9}, {-0.65, 0.72}};
  for (int i = 0; i < 500; ++i) {
    z[0] -= value(z[0]) / ((z[0] - z[1]) * (z[0] - z[2]));
    z[1] -= value(z[1]) / ((z[1] - z[0]) * (z[1] - z[2]));
    z[2] -= value(z[2]) / ((z[2] - z[0]) * (z[2] - z[1]));
  }
  return std::max({std::abs(z[0]), std::abs(z[1]), std::abs(z[2])});
}

/// The whole range of the parameters, at rates above the bound.
struct Case {
  LdccParameters parameters;
  double x;
};

std::vector<Case> random_cases(int count, double most_beta = 10) {
  std::mt19937_64 random(1);
  const auto log_uniform = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random));
  };
  std::vector<Case> cases;
  for (int i = 0; i < count; ++i) {
    const LdccParameters p = with(log_uniform(1, 1000), log_uniform(0.001, most_beta), log_uniform(0.01, 1));
    cases.push_back({p, ldcc_lowest_rate(p).bps() * (1 + log_uniform(1e-3, 1e4))});
  }
  return cases;
}

}  // namespace

TEST_CASE("Eq. 20: the lowest rate is w/beta") {
  CHECK(ldcc_lowest_rate({}).kbps() == Approx(200));
  CHECK(ldcc_lowest_rate(with(30, 0.5, 0.4)).kbps() == Approx(60));
}

TEST_CASE("A path longer than T_r caps the rate") {
  struct Row {
    Duration propagation;
    double kbps;  // algorithms of the design: (w/beta) 2p/(p - T_r)
  };
  const auto row = GENERATE(values<Row>({{150ms, 1200}, {200ms, 800}, {300ms, 600}, {10s, 404.04}}));
  const auto cap = ldcc_rate_cap({}, row.propagation, row.propagation);
  REQUIRE(cap);
  CHECK(cap->kbps() == Approx(row.kbps).epsilon(1e-4));
  // There eq. 19 asks for no queue at all.
  CHECK(to_seconds(*ldcc_equilibrium_delay({}, *cap, row.propagation)) == Approx(to_seconds(row.propagation)));
  CHECK_FALSE(ldcc_rate_cap({}, 100ms, 100ms));
  CHECK_FALSE(ldcc_rate_cap({}, 50ms, 400ms));
}

TEST_CASE("The loop is eq. 43 as printed, whatever the round trip") {
  for (const Case& c : random_cases(200)) {
    for (const double u : {1e-4, 0.03, 0.4, 1.5, 6.0}) {
      for (const double rtt : {0.02, 0.163, 1.0}) {
        const auto expected = printed(c.parameters, c.x, rtt, u / rtt);
        const auto got = ldcc_loop(c.parameters, bits_per_second(c.x), u);
        REQUIRE(std::abs(got - expected) < 1e-9 * std::abs(expected));
      }
    }
  }
}

TEST_CASE("The margins of the paper's constants at 2.5 Mbit/s") {
  const auto m = ldcc_margins({}, kilobits_per_second(2500));
  REQUIRE(m);
  // By hand: b = 0.092, c = 0.0032. U^2 - 0.15998976 U - 0.00135424 = 0 gives U = 0.168050, u = 0.40994;
  // the phase there is -90 - 23.488 + 77.352 - 89.553 degrees.
  CHECK(m->gain_crossover == Approx(0.40994).epsilon(1e-4));
  CHECK(m->phase * 180 / pi == Approx(54.31).margin(0.01));
  CHECK(m->phase_crossover == Approx(1.5121).epsilon(1e-3));
  CHECK(m->gain == Approx(3.773).epsilon(1e-3));
}

TEST_CASE("The margins are those of a brute-force sweep of eq. 43, over the whole range of the parameters") {
  for (const Case& c : random_cases(60)) {
    const auto m = ldcc_margins(c.parameters, bits_per_second(c.x));
    REQUIRE(m);
    const Swept s = sweep(c.parameters, c.x, 0.1);
    CAPTURE(c.parameters.w.kbps(), c.parameters.beta, c.parameters.eta, c.x, s.phase_margin, s.gain_margin);
    CHECK(s.gain_crossings == 1);
    CHECK(s.phase_crossings == 1);
    CHECK(m->phase == Approx(s.phase_margin).margin(2e-3));
    CHECK(m->gain == Approx(s.gain_margin).epsilon(2e-3));
    CHECK((m->phase > 0) == (m->gain > 1));
  }
}

TEST_CASE("Margins stay finite at the ends of the ranges") {
  for (const double w : {1.0, 1000.0}) {
    for (const double beta : {0.001, 10.0}) {
      for (const double eta : {0.01, 1.0}) {
        for (const double factor : {1 + 1e-12, 1.001, 1e3, 1e9}) {
          const LdccParameters p = with(w, beta, eta);
          const DataRate x = ldcc_lowest_rate(p) * factor;
          const auto m = ldcc_margins(p, x);
          CAPTURE(w, beta, eta, factor);
          REQUIRE(m);
          CHECK(std::abs(std::abs(ldcc_loop(p, x, m->gain_crossover)) - 1) < 1e-6);
          CHECK(std::abs(ldcc_loop(p, x, m->phase_crossover).imag()) <
                1e-6 * std::abs(ldcc_loop(p, x, m->phase_crossover)));
          CHECK(ldcc_loop(p, x, m->phase_crossover).real() < 0);
          CHECK(std::isfinite(m->phase));
          CHECK(std::isfinite(*ldcc_sampled_gain_margin(p, x)));
        }
      }
    }
  }
}

TEST_CASE("Below the bound there are no margins") {
  for (const double kbps : {1.0, 150.0, 200.0}) {
    CHECK_FALSE(ldcc_margins({}, kilobits_per_second(kbps)));
    CHECK_FALSE(ldcc_sampled_gain_margin({}, kilobits_per_second(kbps)));
  }
  CHECK_FALSE(ldcc_margins({}, DataRate()));
}

TEST_CASE("The sampled gain margin is where the largest zero of the cubic leaves the unit circle") {
  CHECK(*ldcc_sampled_gain_margin({}, kilobits_per_second(2500)) == Approx(0.9473 / 0.4).epsilon(1e-3));
  for (const Case& c : random_cases(500)) {
    const double margin = *ldcc_sampled_gain_margin(c.parameters, bits_per_second(c.x));
    const double b = c.parameters.beta - c.parameters.w.bps() / c.x;
    const double pole = c.parameters.eta * c.parameters.w.bps() / c.x;
    const double h = c.parameters.eta * margin;
    CAPTURE(b, pole, h, c.parameters.eta);
    CHECK((margin > 1) == (largest_zero(b, pole, c.parameters.eta) < 1));
    if (margin == 0) continue;
    CHECK(largest_zero(b, pole, h) == Approx(1).margin(1e-3));
    CHECK(largest_zero(b, pole, h * 1.01) > 1);
    if (pole >= 2) continue;  // not down to a gain of nothing
    for (const double part : {0.99, 0.7, 0.3}) CHECK(largest_zero(b, pole, h * part) < 1 + 1e-4);
  }
}

TEST_CASE("The sampled law has less margin than the fluid one, wherever the fluid one is stable") {
  for (const Case& c : random_cases(500, 1)) {
    const auto m = ldcc_margins(c.parameters, bits_per_second(c.x));
    if (m->gain > 1) CHECK(*ldcc_sampled_gain_margin(c.parameters, bits_per_second(c.x)) < m->gain);
  }
}
