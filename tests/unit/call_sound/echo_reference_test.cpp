#include "app/call/echo_reference.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "sent_sound.h"

namespace evenkeel {

using namespace test;

TEST_CASE("The canceller gets as many played blocks as captured ones, however they come") {
  struct Row {
    int captured_burst, played_burst;
    double skew;  // played blocks per captured one
  };
  const auto row = GENERATE(values<Row>({{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {4, 3, 1}, {1, 1, 1.001}, {2, 2, 0.999}}));
  CAPTURE(row.captured_burst, row.played_burst, row.skew);
  EchoReference reference;
  constexpr int total = 20'000;
  constexpr Duration held = 40ms;
  int played = 0;
  int handed = 0;
  int uneven = 0;
  std::size_t most = 0;
  Duration least = 1h;
  Duration longest = -1h;
  for (int i = 0; i < total; ++i) {
    if (i % row.played_burst == 0) {
      const int until = static_cast<int>((i + row.played_burst) * row.skew);
      for (; played < until; ++played) reference.push({}, at(i) + held);
    }
    if (i % row.captured_burst != row.captured_burst - 1) continue;
    for (int k = i - row.captured_burst + 1; k <= i; ++k) {
      const std::size_t count = reference.due(at(k));
      most = std::max(most, count);
      if (count != 1 && i > 200) ++uneven;
      for (std::size_t left = count; left > 0; --left, ++handed) {
        const Duration delay = reference.pop()->heard - at(k);
        if (i < 200) continue;
        least = std::min(least, delay);
        longest = std::max(longest, delay);
      }
    }
  }
  CHECK(std::abs(handed - played) <= 8);
  CHECK(most <= 2);
  CHECK(uneven <= 60);  // twenty blocks more or less in all, and the way there
  CHECK(least >= 0ms);
  CHECK(longest <= 100ms);
}

TEST_CASE("Without a microphone played blocks do not pile up") {
  EchoReference reference;
  for (int i = 0; i < 1000; ++i) reference.push({}, at(i));
  std::size_t left = 0;
  while (reference.pop()) ++left;
  CHECK(left == 32);
}

}  // namespace evenkeel
