#include "core/telemetry/last_half.h"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

using namespace evenkeel;

namespace {

/// Keeps everything, so that a test sees what went where.
struct All {
  void add(std::int64_t value) { values.push_back(value); }
  void merge(const All& later) { values.insert(values.end(), later.values.begin(), later.values.end()); }
  std::vector<std::int64_t> values;
};

std::size_t parts_of(const LastHalf<All>& sums) {
  std::size_t parts = 0;
  sums.visit([&](const All&) { ++parts; });
  return parts;
}

}  // namespace

TEST_CASE("The last half of what came so far, after each of many") {
  for (const std::int64_t step : {1, 3, 100}) {
    LastHalf<All> sums(100);
    std::vector<std::int64_t> positions;
    for (std::int64_t position = step; position < 60'000; position += step) {
      positions.push_back(position);
      sums.add(position, position);
      if (positions.size() % 97 != 0) continue;
      const All half = sums.after(position / 2), rest = sums.until(position / 2);
      REQUIRE(sums.whole().values == positions);
      All both = rest;
      both.merge(half);
      REQUIRE(both.values == positions);  // nothing is counted twice, or lost
      const std::int64_t off = std::max(step, position / 64) + 100;
      REQUIRE(std::abs(half.values.front() - position / 2) <= off);
      REQUIRE(parts_of(sums) <= 2 * LastHalf<All>::max_parts + 4);
    }
  }
}

TEST_CASE("The last half is exact while it is short") {
  LastHalf<All> sums(100);
  for (std::int64_t row = 1; row <= 64; ++row) {
    sums.add(100 * row, row);
    const auto half = sums.after(100 * row / 2).values;
    REQUIRE(half.size() == static_cast<std::size_t>(row - row / 2));  // those that end after half the time
  }
}

TEST_CASE("What comes late, before zero or after a long pause has a place") {
  LastHalf<All> sums(100);
  const std::vector<std::int64_t> positions{
      -50, 0, 10, 1'000, 400, 1'000'000'000'000'000'000, 7, 999'999'999'999'999'999};
  for (const std::int64_t position : positions) sums.add(position, position);
  CHECK(sums.whole().values.size() == 8);
  CHECK(sums.after(500'000'000'000'000'000).values ==
        std::vector<std::int64_t>{1'000'000'000'000'000'000, 999'999'999'999'999'999});
}

TEST_CASE("Of an end that others passed long ago nothing is in their last half") {
  LastHalf<All> sums(100);
  for (std::int64_t row = 1; row <= 10; ++row) sums.add(100 * row, row);
  CHECK(sums.after(5'000).values.empty());
  CHECK(sums.until(5'000).values.size() == 10);
}
