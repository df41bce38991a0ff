#include <catch2/catch.hpp>

#include "core/net/clock.h"
#include "core/net/network_thread.h"

using namespace evenkeel;

TEST_CASE("A clock's name is the same for whoever reads that clock, and tells nothing to others") {
  const std::string id = clock_id(0x11223344);
  REQUIRE(id.size() == 16);  // this machine tells its boot id
  CHECK(id.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(clock_id(0x11223344) == id);
  CHECK(clock_id(0x11223345) != id);
}

TEST_CASE("The clock goes on, and never back") {
  LocalTime last = monotonic_now();
  for (int i = 0; i < 10'000; ++i) {
    const LocalTime now = monotonic_now();
    REQUIRE(now >= last);
    last = now;
  }
}
