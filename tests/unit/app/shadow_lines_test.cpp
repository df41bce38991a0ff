#include "app/window/shadow_lines.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("A line of replayed shadows has a time and a target of each") {
  const auto row = read_shadow_line("12.300,1500000,900000,1200000", 2);
  REQUIRE(row);
  CHECK(row->time == 12'300ms);
  CHECK(row->targets_bps == std::array<double, 3>{9e5, 12e5, 0});
  CHECK(read_shadow_line("0.1,,900000", 1));  // before the first row of telemetry
}

TEST_CASE("What is no line of replayed shadows is left out") {
  for (const char* line : {"", ",", "time [s],targetBitrate [bit/s],ldcc [bit/s]", "1", "1,2", "1,2,", "1,2,x",
                           "1,2,nan", "1,2,inf", "-1,2,3", "1,2,-3", "1e9,2,3", "1,2,3,4", "1,2,3 "}) {
    INFO(line);
    CHECK_FALSE(read_shadow_line(line, 1));
  }
}
