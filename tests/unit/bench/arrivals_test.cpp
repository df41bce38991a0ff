#include "app/bench/arrivals.h"

#include <catch2/catch.hpp>

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

// 1500 bytes every 12 ms: 1 Mbps, 83.3 packets per second.
ArrivalCurve even_curve(int packets) {
  std::vector<Arrival> arrivals;
  for (int i = 1; i <= packets; ++i) arrivals.push_back({i * 12ms, 1500, 1});
  return ArrivalCurve(std::move(arrivals));
}

}  // namespace

TEST_CASE("a curve without arrivals is zero everywhere") {
  const ArrivalCurve curve;
  CHECK(curve.packets() == 0);
  CHECK(curve.bytes_at(10s) == 0);
  CHECK(curve.rate(0s, 1s) == DataRate());
  CHECK(curve.counted_rate(0s, 1s) == DataRate());
}

TEST_CASE("the sum is a straight line between arrivals and flat after the last") {
  const ArrivalCurve curve({{10ms, 1000, 1}, {20ms, 3000, 2}, {20ms, 500, 1}});
  CHECK(curve.packets() == 4);
  CHECK(curve.bytes_at(-1ms) == 0);
  CHECK(curve.bytes_at(0ms) == 0);
  CHECK(curve.bytes_at(5ms) == Approx(500));
  CHECK(curve.bytes_at(10ms) == Approx(1000));
  CHECK(curve.bytes_at(15ms) == Approx(2500));
  CHECK(curve.bytes_at(20ms) == Approx(4500));
  CHECK(curve.bytes_at(Duration::max()) == Approx(4500));
}

TEST_CASE("an arrival at time zero counts from then on") {
  const ArrivalCurve curve({{0ms, 1500, 1}, {12ms, 1500, 1}});
  CHECK(curve.bytes_at(-1ns) == 0);
  CHECK(curve.bytes_at(0ms) == Approx(1500));
  CHECK(curve.bytes_at(6ms) == Approx(2250));
}

TEST_CASE("a window holds parts of packets where it is measured, and whole ones where they are counted") {
  const ArrivalCurve curve = even_curve(1000);
  CHECK(curve.rate(1s, 2s).bps() == Approx(1e6));
  CHECK(curve.counted_rate(0s, 1s).bps() == Approx(83 * 12000));
  CHECK(curve.counted_rate(12ms, 24ms).bps() == Approx(1e6));  // the first belongs to it, the last does not
}

TEST_CASE("windows lie side by side and end within the time asked for") {
  const ArrivalCurve curve = even_curve(1000);
  const auto rates = curve.window_rates_bps(1s, 2050ms, 100ms);
  REQUIRE(rates.size() == 10);
  for (const double rate : rates) CHECK(rate == Approx(1e6));
  CHECK(curve.window_rates_bps(0s, 1s, 0s).empty());
}

TEST_CASE("no rate of an empty span of time") {
  const ArrivalCurve curve = even_curve(10);
  CHECK(curve.rate(1s, 1s) == DataRate());
  CHECK(curve.rate(2s, 1s) == DataRate());
}
