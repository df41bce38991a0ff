#include "core/control/tfrc/throughput_equation.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace evenkeel;

namespace {

double kbps(const ThroughputTerms& terms, double p) { return tcp_throughput(terms, p).kbps(); }

/// 1/f in seconds per packet, of which eqs 8 and 9 are derivatives.
double seconds(const ThroughputTerms& terms, double p) {
  return 8 * terms.packet_bytes / tcp_throughput(terms, p).bps();
}

}  // namespace

TEST_CASE("TFRC's equation: values worked out by hand") {
  CHECK(kbps({1000, 100ms, 400ms, 1}, 0.01) == Approx(898.658).epsilon(1e-6));
  CHECK(kbps({1000, 100ms, 400ms, 1}, 0.1) == Approx(141.608).epsilon(1e-5));
  CHECK(kbps({1000, 100ms, 400ms, 1}, 1) == Approx(0.328791).epsilon(1e-5));
  CHECK(kbps({1460, 50ms, 1s, 1}, 0.001) == Approx(8657.68).epsilon(1e-6));
  CHECK(kbps({1000, 100ms, 400ms, 2}, 0.02) == Approx(414.359).epsilon(1e-5));
  // The isolated lossy link of the ARC scenarios: 1500 bytes, 250 ms, t_RTO 4R.
  CHECK(kbps({1500, 250ms, 1s, 1}, 0.01) == Approx(539).epsilon(2e-3));
  CHECK(kbps({1500, 250ms, 1s, 1}, 0.03) == Approx(266).epsilon(2e-3));
  CHECK(kbps({1500, 250ms, 1s, 1}, 0.1) == Approx(85).epsilon(2e-3));
}

TEST_CASE("TFRC's equation at its ends") {
  CHECK(tcp_throughput({}, 0) == DataRate::unlimited());
  CHECK(tcp_throughput({}, -1) == DataRate::unlimited());
  CHECK(tcp_throughput({1000, 0ms, 0ms, 1}, 0.1) == DataRate::unlimited());
  CHECK(tcp_throughput({}, 7) == tcp_throughput({}, 1));
  CHECK(loss_event_rate_of({}, DataRate()) == 1);
  CHECK(loss_event_rate_of({}, DataRate::unlimited()) == Approx(1e-12));
}

TEST_CASE("TFRC's equation falls with loss, round trip and timeout, and its inverse gives p back") {
  const ThroughputTerms terms = GENERATE(values<ThroughputTerms>(
      {{1000, 100ms, 400ms, 1}, {1460, 10ms, 1s, 1}, {40, 500ms, 2s, 2}, {9000, 1ms, 200ms, 1}, {1, 1ns, 4ns, 1}}));
  double before = INFINITY;
  for (double p = 1e-9; p <= 1; p *= 1.7) {
    const DataRate rate = tcp_throughput(terms, p);
    CHECK(rate.bps() < before);
    before = rate.bps();
    CHECK(loss_event_rate_of(terms, rate) == Approx(p).epsilon(1e-9));
    ThroughputTerms slower = terms;
    slower.round_trip_time += 1ms;
    CHECK(tcp_throughput(slower, p) < rate);
    slower = terms;
    slower.timeout += 1ms;
    CHECK(tcp_throughput(slower, p) < rate);
  }
}

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

TEST_CASE("TFRC: timeouts as each standard has them") {
  CHECK(retransmission_timeout(TimeoutRule::four_round_trips, 10ms, 5ms) == 40ms);
  CHECK(retransmission_timeout(TimeoutRule::standard_tcp, 10ms, 5ms) == 1s);
  CHECK(retransmission_timeout(TimeoutRule::short_minimum_of_tcp, 10ms, 5ms) == 200ms);
  CHECK(retransmission_timeout(TimeoutRule::four_round_trips, 500ms, 0ms) == 2s);
  CHECK(retransmission_timeout(TimeoutRule::standard_tcp, 500ms, 20ms) == 1s);
  CHECK(retransmission_timeout(TimeoutRule::standard_tcp, 500ms, 200ms) == 1300ms);
  CHECK(retransmission_timeout(TimeoutRule::short_minimum_of_tcp, 500ms, 20ms) == 580ms);
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
