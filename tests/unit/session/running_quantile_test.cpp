#include "core/session/running_quantile.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

using namespace evenkeel;

TEST_CASE("The quantile of a set that grows and shrinks is that of the sorted values") {
  std::mt19937 random(GENERATE(range(1u, 11u)));
  RunningQuantile quantile;
  std::vector<Duration> values;
  CHECK(quantile.empty());
  for (int i = 0; i < 2000; ++i) {
    const bool grows = values.empty() || random() % 100 < (i / 500 % 2 == 0 ? 70 : 30);
    if (grows) {
      values.emplace_back(static_cast<int>(random() % 50) - 25);  // many are equal
      quantile.add(values.back());
    } else {
      std::swap(values[random() % values.size()], values.back());
      quantile.remove(values.back());
      values.pop_back();
    }
    REQUIRE(quantile.empty() == values.empty());
    if (values.empty() || random() % 3 == 0) continue;
    std::vector<Duration> sorted = values;
    std::ranges::sort(sorted);
    REQUIRE(quantile.smallest() == sorted.front());
    const double share = random() % 20 == 0 ? static_cast<double>(random() % 5) / 4 : 0.8;
    REQUIRE(quantile.quantile(share) ==
            sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))]);
  }
}
