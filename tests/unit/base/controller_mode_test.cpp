#include "core/base/controller_mode.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("A mode has a name that reads back, and words of its own") {
  using enum ControllerMode;
  for (const ControllerMode mode : {start, low_delay, competition, outage}) {
    CHECK(controller_mode(to_string(mode)) == mode);
    CHECK(in_words(mode) != to_string(mode));
  }
  CHECK(to_string(low_delay) == "low delay");
  CHECK(in_words(competition) == "sharing with another sender: holding a fair half");
  CHECK_FALSE(controller_mode("levitation"));
  CHECK_FALSE(controller_mode(""));
}
