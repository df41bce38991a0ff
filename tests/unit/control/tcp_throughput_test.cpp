#include "core/control/tcp_throughput.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace evenkeel;

namespace {

double kbps(const ThroughputTerms& terms, double p) { return tcp_throughput(terms, p).kbps(); }

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

TEST_CASE("TFRC: timeouts as each standard has them") {
  CHECK(retransmission_timeout(TimeoutRule::four_round_trips, 10ms, 5ms) == 40ms);
  CHECK(retransmission_timeout(TimeoutRule::standard_tcp, 10ms, 5ms) == 1s);
  CHECK(retransmission_timeout(TimeoutRule::short_minimum_of_tcp, 10ms, 5ms) == 200ms);
  CHECK(retransmission_timeout(TimeoutRule::four_round_trips, 500ms, 0ms) == 2s);
  CHECK(retransmission_timeout(TimeoutRule::standard_tcp, 500ms, 20ms) == 1s);
  CHECK(retransmission_timeout(TimeoutRule::standard_tcp, 500ms, 200ms) == 1300ms);
  CHECK(retransmission_timeout(TimeoutRule::short_minimum_of_tcp, 500ms, 20ms) == 580ms);
}

TEST_CASE("The rates of a TCP by hand") {
  struct Row {
    double p;
    Duration round_trip;
    double bits;
    double reno;
    double cubic;
  };
  const auto row = GENERATE(values<Row>({
      {0.015, 100ms, 8000, 8e5, 1.054 * 8e4 * 4.14889},  // sqrt(1.5/0.015) = 10, (0.1/0.015)^0.75 = e^(0.75 1.89712)
      {0.0001, 1s, 12'000, 122.47449 * 12'000, 1.054e3 * 12'000},  // sqrt(15 000), 10 000^0.75 = 1000
      {0.06, 50ms, 10'000, 1e6, 1.054 * 2e5 * 0.872204},           // sqrt(25) = 5, (5/6)^0.75 = e^(-0.75 0.182322)
  }));
  CHECK(reno_rate(row.p, row.round_trip, row.bits).bps() == Approx(row.reno).epsilon(1e-5));
  CHECK(cubic_rate(row.p, row.round_trip, row.bits).bps() == Approx(row.cubic).epsilon(1e-5));
}

TEST_CASE("Without loss or a round-trip time Reno has no limit") {
  CHECK(reno_rate(0.06, 100ms, 8000).kbps() == Approx(400));
  CHECK(reno_rate(24 / 256.0, 100ms, 8000).kbps() == Approx(320));
  CHECK(reno_rate(0, 100ms, 8000) == DataRate::unlimited());
  CHECK(reno_rate(0.5, 0ms, 8000) == DataRate::unlimited());
}

TEST_CASE("Losses at the intervals that Reno's and CUBIC's inverses give make the rate") {
  const double packets = GENERATE(3.0, 20.0, 500.0);  // per round trip of 80 ms, of 10 000 bits
  const double times = GENERATE(1.0, 1.3);
  const double wanted = packets * 10'000 / 0.08;
  CHECK(times * reno_rate(1 / reno_loss_interval(packets, times), 80ms, 10'000).bps() == Approx(wanted));
  CHECK(times * cubic_rate(1 / cubic_loss_interval(packets, times, 80ms), 80ms, 10'000).bps() == Approx(wanted));
}
