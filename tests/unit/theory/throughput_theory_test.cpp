#include "core/theory/throughput_theory.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

/// 1/f in seconds per packet, of which eqs 8 and 9 are derivatives.
double seconds(const ThroughputTerms& terms, double p) {
  return 8 * terms.packet_bytes / tcp_throughput(terms, p).bps();
}

}  // namespace

TEST_CASE("TFRC: eqs 8 and 9 are the second derivatives of 1/f") {
  const ThroughputTerms terms =
      GENERATE(values<ThroughputTerms>({{1000, 100ms, 400ms, 1}, {1000, 100ms, 400ms, 2}, {1460, 10ms, 1s, 1}}));
  for (const double theta : {3.0, 10.0, 35.0, 100.0, 1000.0}) {
    const double h = theta * 1e-3;
    const auto of_theta = [&](double t) { return seconds(terms, 1 / t); };
    const double second = (of_theta(theta + h) - 2 * of_theta(theta) + of_theta(theta - h)) / (h * h);
    CHECK(curvature_over_interval(terms, theta) == Approx(second).epsilon(1e-4));
    CHECK(curvature_over_interval(terms, theta) > 0);
    const double p = 1 / theta;
    const double k = p * 1e-3;
    const double of_p = (seconds(terms, p + k) - 2 * seconds(terms, p) + seconds(terms, p - k)) / (k * k);
    CHECK(curvature_over_loss_event_rate(terms, theta) == Approx(of_p).epsilon(1e-3).margin(1e-4));
  }
}

TEST_CASE("TFRC: eq. 9 changes its sign at 35.16 packets, with any b") {
  const double b = GENERATE(1, 2);
  ThroughputTerms terms{1000, 100ms, 400ms, b};
  const double theta = inflection_interval(terms);
  CHECK(theta == Approx(35.16).epsilon(2e-4));
  CHECK(curvature_over_loss_event_rate(terms, theta * 0.999) > 0);
  CHECK(curvature_over_loss_event_rate(terms, theta * 1.001) < 0);
  terms.timeout = 1s;
  terms.round_trip_time = 10ms;
  const double far = inflection_interval(terms);
  CHECK(curvature_over_loss_event_rate(terms, far) == Approx(0).margin(1e-9));
  terms.timeout = Duration::zero();
  CHECK(inflection_interval(terms) == 0);
}

TEST_CASE("TFRC: Fig. 13, what another timeout is worth") {
  const auto gain = [](double p, Duration rtt, Duration t) {
    const double ratio = rate_ratio_of_timeouts(p, rtt, t, 1s);
    return difference_ratio(ratio, 1);
  };
  CHECK(gain(0.15, 10ms, 40ms) == Approx(16.8).epsilon(0.003));
  CHECK(gain(0.05, 10ms, 40ms) == Approx(7.85).epsilon(0.001));
  CHECK(gain(0.17, 10ms, 40ms) == Approx(18).epsilon(0.01));
  CHECK(gain(0.15, 500ms, 2s) == Approx(-0.54).epsilon(0.01));
  CHECK(gain(0.20, 500ms, 2s) == Approx(-0.67).epsilon(0.01));
  CHECK(gain(0.001, 10ms, 40ms) < 0.6);  // low loss: it does not matter much
}

TEST_CASE("TFRC: the difference ratio treats both sides alike") {
  CHECK(difference_ratio(3, 1) == 2);
  CHECK(difference_ratio(1, 3) == -2);
  CHECK(difference_ratio(5, 5) == 0);
}
