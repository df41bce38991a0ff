#include "app/lab/claims/table.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace evenkeel;

TEST_CASE("a table stands in columns, numbers to the right") {
  const Table table{"t", "A title", {"loop", "error [%]"}, {{"rmc", "0.02"}, {"rfc3448-burst", "95.10"}, {"bare", ""}}};
  CHECK(text_of(table) ==
        "A title\n\n"
        "loop           error [%]\n"
        "------------------------\n"
        "rmc                 0.02\n"
        "rfc3448-burst      95.10\n"
        "bare\n");
}

TEST_CASE("CSV quotes what needs it") {
  const Table table{"t", "", {"a", "b"}, {{"x, y", "say \"no\""}, {"1", ""}}};
  CHECK(csv_of(table) == "a,b\n\"x, y\",\"say \"\"no\"\"\"\n1,\n");
}

TEST_CASE("a cell without a number is empty") {
  CHECK(cell(1.23456, 2) == "1.23");
  CHECK(cell(-0.00001, 4) == "0.0000");
  CHECK(cell(-0.5, 1) == "-0.5");
  CHECK(cell(std::numeric_limits<double>::quiet_NaN(), 2).empty());
  CHECK(cell(std::numeric_limits<double>::infinity(), 2).empty());
}
