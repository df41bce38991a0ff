#include "gui/store/distribution.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

using namespace evenkeel;

TEST_CASE("Bins have round widths and hold all values") {
  const std::vector<std::pair<double, double>> ranges{{0, 100}, {3, 3.7}, {-250, 40}, {5, 5}, {0, 0}, {1e6, 1e6 + 1}};
  for (const auto& [low, high] : ranges) {
    CAPTURE(low, high);
    const Bins bins = bins_for(low, high, 40);
    CHECK(bins.count >= 1);
    CHECK(bins.count <= 41);
    CHECK(bins.from <= low);
    CHECK(bins.begin(bins.count) > high);
  }
  CHECK(bins_for(0, 100, 40).width == Approx(5));
  CHECK(bins_for(0, 80, 40).width == Approx(2));
}

TEST_CASE("A constant has one bin, with its value in the middle") {
  for (const double value : {0.0, 1.0, 2.5, -30.0, 2'500'000.0}) {
    CAPTURE(value);
    const Bins bins = bins_for(value, value, 60);
    CHECK(bins.count == 1);
    CHECK(bins.from + bins.width / 2 == Approx(value).margin(1e-12));
    CHECK(bins.width >= std::abs(value) / 101);
    CHECK(bins.width > 1e-3);
    CHECK(histogram({value, value}, bins) == std::vector<double>{1});
  }
}

TEST_CASE("The shares of a histogram are those of the values, and come to one") {
  const Bins bins{0, 10, 3};
  CHECK(histogram({1, 2, 11, 25}, bins) == std::vector<double>{0.5, 0.25, 0.25});
  CHECK(histogram({-5, 99}, bins) == std::vector<double>{0.5, 0, 0.5});
  CHECK(histogram({}, bins).empty());
  std::vector<double> many(997);
  std::iota(many.begin(), many.end(), 0);
  const auto shares = histogram(many, bins_for(0, 996, 60));
  CHECK(std::accumulate(shares.begin(), shares.end(), 0.0) == Approx(1));
}

TEST_CASE("A cumulative distribution rises to one at the highest value") {
  std::vector<double> values{4, 1, 3, 2};
  const auto all = cumulative_distribution(values, 100);
  REQUIRE(all.size() == 4);
  CHECK(all[0].value == 1);
  CHECK(all[0].share == 0.25);
  CHECK(all[3].value == 4);
  CHECK(all[3].share == 1);
  values.resize(1001);
  std::iota(values.begin(), values.end(), 1);
  const auto few = cumulative_distribution(values, 50);
  CHECK(few.size() <= 51);
  CHECK(few.back().value == 1001);
  CHECK(few.back().share == 1);
  for (const CdfPoint& point : few) CHECK(point.share == Approx(point.value / 1001));
  values.clear();
  CHECK(cumulative_distribution(values, 50).empty());
}
