#include "gui/store/moving_mean.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>

using namespace evenkeel;

namespace {

/// A number that counts what is done with it.
struct Counted {
  static inline std::uint64_t operations = 0;
  double value = 0;

  Counted& operator+=(Counted other) { return ++operations, value += other.value, *this; }
  Counted& operator-=(Counted other) { return ++operations, value -= other.value, *this; }
  Counted operator/(double count) const { return ++operations, Counted{value / count}; }
};

std::vector<double> times_of(std::size_t rows) {
  std::vector<double> times;
  for (std::size_t i = 0; i < rows; ++i) times.push_back(static_cast<double>(i) / 10);
  return times;
}

}  // namespace

TEST_CASE("A moving mean is the mean of what lies within half its width, also at the ends and beside a gap") {
  const std::vector<double> times{0, 1, 2, 3, 10, 11};
  const std::vector<double> values{4, 8, 0, 2, 7, 9};
  CHECK(moving_means<double>(times, values, 2) == std::vector<double>{6, 4, 10. / 3, 1, 8, 8});
  CHECK(moving_means<double>(times, values, 0.5) == values);
  CHECK(moving_means<double>({}, {}, 2).empty());
}

TEST_CASE("An hour of rows is smoothed with three operations per row") {
  const std::size_t rows = 36'000;
  const std::vector<Counted> values(rows, Counted{1});
  Counted::operations = 0;
  const auto means = moving_means<Counted>(times_of(rows), values, 0.5);
  CHECK(Counted::operations <= 3 * rows);
  CHECK(means.back().value == Approx(1));
}

TEST_CASE("After an hour of large values a moving mean is as exact as at its beginning") {
  const auto times = times_of(36'000);
  std::vector<double> values;
  for (const double time : times) values.push_back(1e7 * (1 + std::sin(time)));
  const auto means = moving_means<double>(times, values, 0.5);
  double sum = 0;
  for (std::size_t i = values.size() - 4; i < values.size(); ++i) sum += values[i];
  CHECK(means[values.size() - 2] == Approx(sum / 4).epsilon(1e-9));
}
