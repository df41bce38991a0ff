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
  CHECK(curve.bytes_at(10s, megabits_per_second(1)) == 0);
  CHECK(curve.counted_rate(0s, 1s) == DataRate());
}

TEST_CASE("without a rate, bytes count from their arrival") {
  const ArrivalCurve curve({{10ms, 1000, 1}, {20ms, 3000, 2}, {20ms, 500, 1}});
  CHECK(curve.packets() == 4);
  CHECK(curve.bytes_at(-1ms) == 0);
  CHECK(curve.bytes_at(10ms - 1ns) == 0);
  CHECK(curve.bytes_at(10ms) == 1000);
  CHECK(curve.bytes_at(19ms) == 1000);
  CHECK(curve.bytes_at(20ms) == 4500);
  CHECK(curve.bytes_at(Duration::max()) == 4500);
}

TEST_CASE("with a rate they come within the time of a packet") {
  const auto rate = kilobits_per_second(800);  // 1000 bytes in 10 ms
  const ArrivalCurve curve({{10ms, 1000, 1}, {50ms, 2000, 2}, {55ms, 1000, 1}});
  CHECK(curve.bytes_at(0ms, rate) == 0);
  CHECK(curve.bytes_at(5ms, rate) == Approx(500));
  CHECK(curve.bytes_at(40ms, rate) == Approx(1000));  // the pause shows, and then two packets in the time of one
  CHECK(curve.bytes_at(45ms, rate) == Approx(2000));
  CHECK(curve.bytes_at(50ms, rate) == Approx(3000));
  CHECK(curve.bytes_at(52500us, rate) == Approx(3500));  // not before the one before
  CHECK(curve.bytes_at(Duration::max(), rate) == Approx(4000));
  CHECK(curve.bytes_at(30ms, DataRate()) == Approx(1000));
}

TEST_CASE("an arrival at time zero counts from then on") {
  const ArrivalCurve curve({{0ms, 1500, 1}, {12ms, 1500, 1}});
  CHECK(curve.bytes_at(-1ns, megabits_per_second(1)) == 0);
  CHECK(curve.bytes_at(0ms, megabits_per_second(1)) == Approx(1500));
  CHECK(curve.bytes_at(6ms, megabits_per_second(1)) == Approx(2250));
}

TEST_CASE("a window holds parts of packets where it is measured, and whole ones where they are counted") {
  const ArrivalCurve curve = even_curve(1000);
  const auto rate = megabits_per_second(1);
  CHECK(curve.bytes_at(2s, rate) - curve.bytes_at(1s, rate) == Approx(125000));
  CHECK(curve.counted_rate(0s, 1s).bps() == Approx(83 * 12000));
  CHECK(curve.counted_rate(12ms, 24ms).bps() == Approx(1e6));  // the first belongs to it, the last does not
  CHECK(curve.counted_rate(2s, 1s) == DataRate());
}
