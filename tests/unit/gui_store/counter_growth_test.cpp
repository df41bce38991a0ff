#include <catch2/catch.hpp>

#include "gui/store/counter_growth.h"
#include "tests/unit/gui_store/rows.h"

using namespace evenkeel;

namespace {

constexpr double none = ValueColumn::absent;

std::vector<CurvePoint> growth_of(std::vector<CurvePoint> counter, double least_s) {
  to_growth(counter, least_s);
  return counter;
}

void check_points(const std::vector<CurvePoint>& points, const std::vector<CurvePoint>& expected) {
  REQUIRE(points.size() == expected.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    CAPTURE(i, points[i].value);
    CHECK(points[i].time_s == Approx(expected[i].time_s));
    if (std::isnan(expected[i].value)) {
      CHECK(std::isnan(points[i].value));
    } else {
      CHECK(points[i].value == Approx(expected[i].value));
    }
  }
}

}  // namespace

TEST_CASE("The growth of a counter is the mean since the row before") {
  check_points(growth_of({{1, 100}, {1.1, 100}, {1.2, 150}, {1.5, 180}}, 0.05),
               {{1, none}, {1.1, 0}, {1.2, 500}, {1.5, 100}});
  check_points(growth_of({}, 0.05), {});
  check_points(growth_of({{1, none}, {2, none}}, 0.05), {});
}

TEST_CASE("Points of a counter that are closer together than a pixel become one") {
  check_points(growth_of({{0, 0}, {0.1, 10}, {0.2, 40}, {0.3, 50}, {0.4, 100}}, 0.19),
               {{0, none}, {0.2, 200}, {0.4, 300}});
}

TEST_CASE("Growth bridges rows without a counter, and begins anew after a gap and where the counter falls") {
  check_points(growth_of({{1, 10}, {1.1, none}, {1.2, 30}, {4, none}, {7, 90}, {7.1, 91}}, 0.05),
               {{1, none}, {1.2, 100}, {7, none}, {7.1, 10}});
  check_points(growth_of({{1, 10}, {2, 5}, {3, 7}}, 0.05), {{1, none}, {2, none}, {3, 2}});
  // Points that are far apart because a pixel is long are no gap.
  check_points(growth_of({{0, 0}, {60, 120}, {120, 120}}, 50), {{0, none}, {60, 2}, {120, 0}});
}

TEST_CASE("The growth of hours in a few points is that of all rows") {
  SampleStore store;
  for (int i = 0; i <= 36'000; ++i) store.add(row(i * 100ms, &Sample::repair_bytes_sent, i / 7 * 700.0));
  auto points = curve_of(store, &Sample::repair_bytes_sent, {0s, 3600s}, 300);
  to_growth(points, 12);
  REQUIRE(points.size() > 200);
  REQUIRE(points.size() <= 301);
  for (std::size_t i = 1; i < points.size(); ++i) CHECK(points[i].value == Approx(1000).epsilon(0.08));
}

TEST_CASE("The growth at an instant is that of the row, or the mean over as long as asked for") {
  SampleStore store;
  CHECK_FALSE(growth_at(store, "up", &Sample::repair_bytes_sent, 5s, 1ms));
  const double bytes[] = {0, 100, 400, 400};
  for (int i = 0; i < 4; ++i) store.add(row(i * 100ms, &Sample::repair_bytes_sent, bytes[i]));
  store.add(row(9s, &Sample::repair_bytes_sent, 500));
  const auto value = [&](Duration time, Duration least) -> double {
    const auto growth = growth_at(store, "up", &Sample::repair_bytes_sent, time, least);
    return growth ? growth->value : none;
  };
  CHECK(std::isnan(value(0s, 1ms)));
  CHECK(value(100ms, 1ms) == Approx(1000));
  CHECK(value(250ms, 1ms) == Approx(3000));
  CHECK(value(300ms, 1ms) == Approx(0).margin(1e-9));
  CHECK(value(300ms, 250ms) == Approx(400 / 0.3));
  CHECK(growth_at(store, "up", &Sample::repair_bytes_sent, 8s, 1ms)->time_s == Approx(0.3));
  CHECK(std::isnan(value(9s, 1ms)));  // after a gap
  store.add(row(9100ms, &Sample::repair_bytes_sent, 5));
  CHECK(std::isnan(value(9100ms, 1ms)));  // it fell
}
