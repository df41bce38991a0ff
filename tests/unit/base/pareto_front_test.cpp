#include "core/base/pareto_front.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace evenkeel;

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
using Front = std::vector<std::size_t>;

Front front_of(const std::vector<GainAndCost>& points) { return pareto_front(points); }

}  // namespace

TEST_CASE("The front has what no other point is better than, by rising gain") {
  CHECK(front_of({}).empty());
  CHECK(front_of({{0.9, 10}}) == Front{0});
  CHECK(front_of({{0.9, 10}, {0.8, 5}, {0.85, 20}, {0.95, 30}}) == Front{1, 0, 3});
}

TEST_CASE("A point as good in one measure and worse in the other is not on the front") {
  CHECK(front_of({{0.9, 10}, {0.9, 9}}) == Front{1});
  CHECK(front_of({{0.8, 10}, {0.9, 10}}) == Front{1});
}

TEST_CASE("Of equal points the first is on the front") { CHECK(front_of({{0.9, 10}, {0.9, 10}}) == Front{0}); }

TEST_CASE("What is no number is not on the front, and hides nothing; infinity is a number") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(front_of({{unknown, 1}, {0.5, unknown}, {0.9, 10}, {unknown, unknown}}) == Front{2});
  CHECK(front_of({{0.9, infinity}, {0.8, 1}}) == Front{1, 0});
}
