#include "core/link/mahimahi.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

std::string error_of(std::string_view text) {
  auto parsed = parse_mahimahi(text);
  return std::holds_alternative<std::string>(parsed) ? std::get<std::string>(parsed) : "";
}

}  // namespace

TEST_CASE("a trace is one time per line") {
  auto text =
      GENERATE(as<std::string>(), "0\n5\n5\n10\n", "0\n5\n5\n10", "0\r\n5\r\n5\r\n10\r\n", "\n 0 \n5\n\n\t5\n10\n\n",
               "\xEF\xBB\xBF"
               "0\n5\n5\n10\n");
  auto parsed = parse_mahimahi(text);
  REQUIRE(std::holds_alternative<MahimahiTrace>(parsed));
  const auto& trace = std::get<MahimahiTrace>(parsed);
  CHECK(trace.period() == 10ms);
  CHECK(trace.opportunities_until(-1ns) == 0);
  CHECK(trace.opportunities_until(0ms) == 1);
  CHECK(trace.opportunities_until(5ms - 1ns) == 1);
  CHECK(trace.opportunities_until(5ms) == 3);
  CHECK(trace.opportunities_until(10ms) == 5);  // the last one, and the first of the next round
  CHECK(trace.opportunities_until(30ms) == 13);
  CHECK(trace.time_of(0) == 0ms);
  CHECK(trace.time_of(2) == 5ms);
  CHECK(trace.time_of(4) == 10ms);
  CHECK(trace.time_of(11) == 30ms);
}

TEST_CASE("what is no trace is refused with the number of the line") {
  struct Row {
    std::string_view text;
    std::string_view error;
  };
  auto row = GENERATE(Row{"1\n2\nabc\n", "line 3: expected a whole number"}, Row{"-1\n", "line 1: expected"},
                      Row{"1\n\n1.5\n", "line 3: expected"}, Row{"1 2\n", "line 1: expected"},
                      Row{"1\n4294967296\n", "line 2: expected"}, Row{"1\n99999999999999999999999999\n", "line 2: "},
                      Row{"+1\n", "line 1: "}, Row{"0x10\n", "line 1: "}, Row{std::string_view("1\0\n", 3), "line 1: "},
                      Row{"7\n6\n", "line 2: the time is before"}, Row{"", "no line with a time"},
                      Row{"\n\r\n  \n", "no line with a time"}, Row{"0\n0\n", "longer than 0 ms"});
  CHECK_THAT(error_of(row.text), Catch::Contains(std::string(row.error)));
}

TEST_CASE("the largest times do not overflow") {
  auto parsed = parse_mahimahi("4294967295\n4294967295\n");
  REQUIRE(std::holds_alternative<MahimahiTrace>(parsed));
  const auto& trace = std::get<MahimahiTrace>(parsed);
  CHECK(trace.time_of(3) == 2 * trace.period());
  CHECK(trace.opportunities_until(trace.period()) == 2);
}

TEST_CASE("a trace has as many times as fit into memory, and no more") {
  std::string text;
  text.reserve(2 * max_opportunities + 2);
  for (std::size_t i = 0; i < max_opportunities; ++i) text += "1\n";
  CHECK(std::holds_alternative<MahimahiTrace>(parse_mahimahi(text)));
  CHECK_THAT(error_of(text + "1\n"), Catch::Contains("line 10000001: there are more than ten million times"));
}
