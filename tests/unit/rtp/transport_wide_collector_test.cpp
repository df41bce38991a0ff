#include "core/rtp/transport_wide_collector.h"

#include <catch2/catch.hpp>

#include "tests/unit/rtp/transport_wide_text.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr LocalTime t0{1000s};

std::string next_report(TransportWideCollector& collector, std::size_t most = 100'000) {
  TransportWideFeedback feedback;
  return collector.report(most, feedback) ? pattern(feedback) : "none";
}

std::string next_times(TransportWideCollector& collector) {
  TransportWideFeedback feedback;
  return collector.report(100'000, feedback) ? text(feedback) : "none";
}

void receive(TransportWideCollector& collector, int begin, int end) {
  for (int number = begin; number < end; ++number) collector.on_packet(static_cast<std::uint16_t>(number), t0);
}

}  // namespace

TEST_CASE("A packet is in one message, and what is missing too") {
  struct Row {
    const char* what;
    std::vector<std::vector<std::uint16_t>> arrivals;  // before each report
    std::vector<std::string> reports;
  };
  const auto row = GENERATE(values<Row>({
      {"in order", {{10, 11}, {12}, {}, {13}}, {"10:RR", "12:R", "none", "13:R"}},
      {"losses in a report and between two", {{10, 12}, {15}}, {"10:R-R", "13:--R"}},
      {"another order", {{12, 10, 11}}, {"10:RRR"}},
      {"late", {{10, 12}, {11}, {13}}, {"10:R-R", "11:R", "13:R"}},
      {"late, with news", {{10, 12}, {11, 15}}, {"10:R-R", "11:RR--R"}},
      {"late, without what else was missing", {{10, 15}, {11}, {12, 14}}, {"10:R----R", "11:R", "12:R-R"}},
      {"wrap", {{65534, 1}, {0, 2}}, {"65534:R--R", "0:RRR"}},
      {"before the first of all", {{10}, {8}, {11}}, {"10:R", "8:R", "11:R"}},
      {"before zero", {{0}, {65535}}, {"0:R", "65535:R"}},
      {"nothing yet", {{}, {1}}, {"none", "1:R"}},
      {"a stray packet", {{1, 40000}, {2}}, {"1:R", "2:R"}},
      {"a new beginning", {{1}, {40000, 40001, 40002}, {40003}}, {"1:R", "40001:RR", "40003:R"}},
      {"a new beginning before the report", {{1, 2, 40000, 40001}, {40000}}, {"40001:R", "40000:R"}},
      {"duplicates", {{1, 2, 1}, {2, 1}, {3}}, {"1:RR", "none", "3:R"}},
  }));
  INFO(row.what);
  TransportWideCollector collector;
  std::vector<std::string> reports;
  for (const auto& arrivals : row.arrivals) {
    for (const auto number : arrivals) collector.on_packet(number, t0);
    reports.push_back(next_report(collector));
    CHECK(collector.pending() == 0);
    CHECK_FALSE(collector.is_incomplete());
  }
  CHECK(reports == row.reports);
}

TEST_CASE("Times are those since the first arrival") {
  TransportWideCollector collector;
  collector.on_packet(7, t0);
  collector.on_packet(8, t0 + 5ms);
  collector.on_packet(9, t0 - 1ms);  // the kernel's stamps need not ascend
  CHECK(next_times(collector) == "7@0#0: 0 20 -4");
  collector.on_packet(11, t0 + 64ms);
  collector.on_packet(12, t0 + 1s);
  CHECK(next_times(collector) == "10@1#1: - 0 3744");
  collector.on_packet(13, t0 + 63'900us);  // nearest to the tick with which a unit of the reference begins
  CHECK(next_times(collector) == "13@1#2: 0");
  collector.on_packet(14, t0 - 1ms);
  CHECK(next_times(collector) == "14@16777215#3: 252");
}

TEST_CASE("Of duplicates the first arrival counts") {
  TransportWideCollector collector;
  collector.on_packet(1, t0);
  collector.on_packet(1, t0 + 1s);
  CHECK(collector.pending() == 1);
  CHECK(next_times(collector) == "1@0#0: 0");
  collector.on_packet(1, t0 + 2s);
  CHECK(collector.pending() == 0);
}

TEST_CASE("The reference time wraps after 24 bits, the number of the message after 8") {
  TransportWideCollector collector;
  collector.on_packet(0, t0);
  CHECK(next_times(collector) == "0@0#0: 0");
  const LocalTime wrap = t0 + (1 << 24) * 64ms;
  collector.on_packet(1, wrap - 1ms);
  collector.on_packet(2, wrap + 1ms);
  CHECK(next_times(collector) == "1@16777215#1: 252 260");
  collector.on_packet(3, wrap + 2ms);
  CHECK(next_times(collector) == "3@0#2: 8");
  for (std::uint16_t number = 4; number < 257; ++number) {
    collector.on_packet(number, wrap + 2ms);
    next_report(collector);
  }
  collector.on_packet(257, wrap + 3ms);
  CHECK(next_times(collector) == "257@0#0: 12");
}

TEST_CASE("A message ends before a time that it cannot hold") {
  TransportWideCollector collector;
  collector.on_packet(1, t0);
  collector.on_packet(3, t0 + 8'191'750us);
  collector.on_packet(5, t0 + 16'383'750us);  // a tick more than fits
  collector.on_packet(6, t0);
  CHECK(next_times(collector) == "1@0#0: 0 - 32767 -");
  CHECK(collector.is_incomplete());
  CHECK(collector.pending() == 2);
  CHECK(next_times(collector) == "5@255#1: 255");
  CHECK(collector.is_incomplete());
  CHECK(next_times(collector) == "6@0#2: 0");
  CHECK_FALSE(collector.is_incomplete());
  CHECK(next_report(collector) == "none");
}

TEST_CASE("What does not fit into one message is in the next ones, oldest first") {
  TransportWideCollector collector;
  receive(collector, 0, 8);
  collector.on_packet(12, t0);
  std::vector<std::string> reports;
  do {
    reports.push_back(next_report(collector, 3));
  } while (collector.is_incomplete());
  CHECK(reports == std::vector<std::string>{"0:RRR", "3:RRR", "6:RR-", "9:---", "12:R"});
  CHECK(collector.pending() == 0);
}

TEST_CASE("A message on losses alone refers to the time of what came after them") {
  TransportWideCollector collector;
  collector.on_packet(1, t0);
  next_report(collector);
  collector.on_packet(5, t0 + 1s);
  TransportWideFeedback feedback;
  REQUIRE(collector.report(2, feedback));
  CHECK(text(feedback) == "2@15#1: - -");
}

TEST_CASE("What comes late, between two messages of a report, is in the next one") {
  TransportWideCollector collector;
  collector.on_packet(0, t0);
  collector.on_packet(6, t0);
  CHECK(next_report(collector, 4) == "0:R---");
  collector.on_packet(2, t0);
  CHECK(next_report(collector, 4) == "2:R---");
  CHECK(next_report(collector, 4) == "6:R");
  CHECK_FALSE(collector.is_incomplete());
}

TEST_CASE("Behind a late packet few are repeated, and many are not") {
  TransportWideCollector collector;
  receive(collector, 0, 1);
  receive(collector, 2, 18);
  CHECK(next_report(collector) == "0:R-RRRRRRRRRRRRRRRR");
  SECTION("16") {
    collector.on_packet(1, t0);
    collector.on_packet(18, t0);
    CHECK(next_report(collector) == "1:RRRRRRRRRRRRRRRRRR");
  }
  SECTION("17") {
    receive(collector, 18, 19);
    CHECK(next_report(collector) == "18:R");
    collector.on_packet(1, t0);
    collector.on_packet(20, t0);
    CHECK(next_report(collector) == "1:R");
    CHECK(collector.is_incomplete());
    CHECK(next_report(collector) == "19:-R");
  }
  CHECK_FALSE(collector.is_incomplete());
}

TEST_CASE("Repeated packets have the times that they had") {
  TransportWideCollector collector;
  collector.on_packet(1, t0);
  collector.on_packet(3, t0 + 10ms);
  CHECK(next_times(collector) == "1@0#0: 0 - 40");
  collector.on_packet(2, t0 + 100ms);
  collector.on_packet(4, t0 + 101ms);
  CHECK(next_times(collector) == "2@1#1: 144 -216 148");
}

TEST_CASE("After a jump the packets below it are still reported") {
  TransportWideCollector collector;
  receive(collector, 0, 10);
  CHECK(next_report(collector) == "0:RRRRRRRRRR");
  collector.on_packet(16'000, t0);
  TransportWideFeedback feedback;
  REQUIRE(collector.report(100'000, feedback));
  CHECK(feedback.begin_number == 10);
  CHECK(feedback.arrivals.size() == 15'991);
  receive(collector, 10, 13);
  CHECK(next_report(collector) == "10:RRR");
  receive(collector, 14, 16);
  CHECK(next_report(collector) == "14:RR");
}

TEST_CASE("The widest jump of transport-wide numbers stays within the window") {
  TransportWideCollector collector;
  collector.on_packet(0, t0);
  collector.on_packet(16384, t0);
  TransportWideFeedback feedback;
  REQUIRE(collector.report(100'000, feedback));
  CHECK(feedback.begin_number == 1);
  CHECK(feedback.arrivals.size() == 16384);
  CHECK_FALSE(collector.is_incomplete());
  CHECK(collector.pending() == 0);  // what fell out is not waited for
  collector.on_packet(0, t0);
  CHECK(collector.pending() == 0);
}

TEST_CASE("What falls out of the window is not reported") {
  TransportWideCollector collector(4);
  receive(collector, 0, 6);
  CHECK(next_report(collector) == "2:RRRR");
  collector.on_packet(7, t0);
  CHECK(next_report(collector) == "6:-R");
  collector.on_packet(6, t0);
  collector.on_packet(9, t0);
  CHECK(next_report(collector, 2) == "6:R");  // a repeated one at the end is of no use
  collector.on_packet(13, t0);
  CHECK(next_report(collector) == "10:---R");
  CHECK(next_report(collector) == "none");
  collector.on_packet(8, t0);
  CHECK(next_report(collector) == "none");
}

TEST_CASE("A collector of transport-wide numbers that was reset knows nothing") {
  TransportWideCollector collector;
  collector.on_packet(1, t0);
  next_report(collector);
  collector.on_packet(5, t0 + 1s);
  collector.reset();
  CHECK(collector.pending() == 0);
  CHECK(next_report(collector) == "none");
  collector.on_packet(30'000, t0 + 5s);
  CHECK(next_times(collector) == "30000@0#0: 0");
}
