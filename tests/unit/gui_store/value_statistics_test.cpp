#include "gui/store/value_statistics.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "core/telemetry/percentile.h"

using namespace evenkeel;

TEST_CASE("Statistics are those of the sorted values, in any order") {
  std::mt19937 random(5);
  std::lognormal_distribution<double> spread(0, 1);
  for (const std::size_t count : {1U, 2U, 19U, 20U, 21U, 1000U}) {
    std::vector<double> values(count);
    for (double& value : values) value = spread(random);
    std::vector<double> sorted = values;
    std::ranges::sort(sorted);
    const auto found = statistics_of(values);
    REQUIRE(found);
    CAPTURE(count);
    CHECK(found->count == count);
    CHECK(found->minimum == sorted.front());
    CHECK(found->maximum == sorted.back());
    CHECK(found->p50 == percentile_of_sorted(sorted, 0.5));
    CHECK(found->p95 == percentile_of_sorted(sorted, 0.95));
    double sum = 0;
    for (const double value : sorted) sum += value;
    CHECK(found->mean == Approx(sum / static_cast<double>(count)));
  }
}

TEST_CASE("No values have no statistics") {
  std::vector<double> none;
  CHECK_FALSE(statistics_of(none));
}
