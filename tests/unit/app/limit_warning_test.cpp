#include "app/call/limit_warning.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("Some minutes before a recording comes to its maximum it is said so, once for each") {
  LimitWarning warning;
  const DataSize limit = bytes(4'000'000'000);
  int said = 0;
  for (int minute = 0; minute <= 67; ++minute) {
    const auto text = warning.step(true, bytes(60'000'000LL * minute), minute * 1min, limit);
    if (!text) continue;
    ++said;
    CHECK(minute == 60);
    CHECK(*text == "The recording reaches its maximum of 4GB (--record-limit) in about 7 min, and ends there.");
  }
  CHECK(said == 1);
  CHECK_FALSE(warning.step(false, bytes(3'900'000'000), 65min, limit));
  CHECK(warning.step(true, bytes(3'900'000'000), 65min, limit));
}

TEST_CASE("Of a recording that ends soon anyway nothing is said before") {
  LimitWarning warning;
  CHECK_FALSE(warning.step(true, bytes(95'000), 20s, bytes(100'000)));
  CHECK_FALSE(warning.step(true, bytes(100'000), 2min, bytes(100'000)));  // it is at its end
  CHECK_FALSE(warning.step(true, bytes(0), 0s, bytes(100'000)));
}
