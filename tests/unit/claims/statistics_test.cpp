#include "app/lab/claims/statistics.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace evenkeel;

TEST_CASE("Mean, deviation, median and percentile of known numbers") {
  CHECK(mean_of({1, 2, 6}) == Approx(3));
  CHECK(deviation_of({2, 4, 4, 4, 5, 5, 7, 9}) == Approx(2));
  CHECK(median_of({5, 1, 3}) == 3);
  CHECK(median_of({4, 1, 2, 3}) == Approx(2.5));
  CHECK(percentile_of({3, 1, 2, 4}, 0.5) == 2);
}

TEST_CASE("Of no numbers comes not-a-number") {
  for (const double value : {mean_of({}), deviation_of({}), median_of({}), percentile_of({}, 0.5)}) {
    CHECK(std::isnan(value));
  }
  CHECK(std::isnan(fitted_line({}, {}).slope));
}

TEST_CASE("A line through points, without those that were not measured") {
  const Line line = fitted_line({0, 1, 2, 3}, {1, 3, std::nan(""), 7});
  CHECK(line.offset == Approx(1));
  CHECK(line.slope == Approx(2));
  CHECK(line.at(10) == Approx(21));
  CHECK(std::isnan(fitted_line({1, 1}, {1, 2}).slope));
}
