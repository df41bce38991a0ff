#include "core/rtp/feedback_collector.h"

#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <string>

#include "tracked.h"

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

std::string pattern(const StreamFeedback& feedback) {
  std::string text = std::to_string(feedback.begin_sequence) + ":";
  for (const auto& m : feedback.metrics) text += m.received ? 'R' : '-';
  return text;
}

std::string next_report(test::Tracked<FeedbackCollector>& collector, std::size_t most = 1000) {
  StreamFeedback feedback;
  if (!collector.report(1, t0 + 1s, most, feedback)) return "none";
  return pattern(feedback);
}

}  // namespace

TEST_CASE("Each packet is in two reports, and so is what is missing") {
  struct Row {
    const char* what;
    std::vector<std::vector<std::uint16_t>> arrivals;  // before each report
    std::vector<std::string> reports;
  };
  const auto row = GENERATE(values<Row>({
      {"in order", {{10, 11}, {12}, {13}, {}, {}}, {"10:RR", "10:RRR", "12:RR", "13:R", "13:"}},
      {"a hole between reports", {{10}, {12}, {13}, {14}}, {"10:R", "10:R-R", "11:-RR", "13:RR"}},
      {"late by one report", {{10, 12}, {13, 11}, {14}, {15}}, {"10:R-R", "10:RRRR", "11:RRRR", "14:RR"}},
      {"late by many reports",
       {{10, 12}, {13}, {14}, {15}, {11}, {16}, {17}},
       {"10:R-R", "10:R-RR", "13:RR", "14:RR", "11:RRRRR", "11:RRRRRR", "16:RR"}},
      {"wrap", {{65535, 1}, {0, 2}}, {"65535:R-R", "65535:RRRR"}},
      {"before the first of all", {{10}, {8}, {11}}, {"10:R", "8:R-R", "8:R-RR"}},
      {"before zero", {{0}, {65535}}, {"0:R", "65535:RR"}},
      {"nothing yet", {{}, {1}}, {"none", "1:R"}},
      {"a stray packet", {{1, 40000}, {2}}, {"1:R", "1:RR"}},
      {"a new beginning", {{1}, {40000, 40001, 40002}, {40003}}, {"1:R", "40001:RR", "40001:RRR"}},
  }));
  INFO(row.what);
  test::Tracked<FeedbackCollector> collector;
  std::vector<std::string> reports;
  for (const auto& arrivals : row.arrivals) {
    for (const auto number : arrivals) collector.on_packet(number, t0);
    reports.push_back(next_report(collector));
  }
  CHECK(reports == row.reports);
}

TEST_CASE("A report tells times, marks and the source") {
  test::Tracked<FeedbackCollector> collector;
  collector.on_packet(7, t0, 1);
  collector.on_packet(8, t0 + 500ms, 2);
  collector.on_packet(9, t0 + 2s);  // after the report's time
  StreamFeedback feedback;
  REQUIRE(collector.report(0xABCD, t0 + 1s, 100, feedback));
  CHECK(feedback.ssrc == 0xABCD);
  REQUIRE(feedback.metrics.size() == 3);
  CHECK(feedback.metrics[0].arrival_before_report == 1s);
  CHECK(feedback.metrics[0].ecn == 1);
  CHECK(feedback.metrics[1].arrival_before_report == 500ms);
  CHECK(feedback.metrics[1].ecn == 2);
  CHECK(feedback.metrics[2].received);
  CHECK_FALSE(feedback.metrics[2].arrival_before_report);
}

TEST_CASE("Of duplicates the first arrival counts, and congestion wherever it was seen") {
  test::Tracked<FeedbackCollector> collector;
  collector.on_packet(1, t0, 2);
  collector.on_packet(1, t0 + 100ms, 1);
  collector.on_packet(2, t0, 2);
  collector.on_packet(2, t0 + 100ms, 3);
  CHECK(collector.pending() == 2);
  StreamFeedback feedback;
  REQUIRE(collector.report(1, t0 + 200ms, 100, feedback));
  CHECK(collector.pending() == 0);
  for (const auto& metric : feedback.metrics) CHECK(metric.arrival_before_report == 200ms);
  CHECK(feedback.metrics[0].ecn == 2);
  CHECK(feedback.metrics[1].ecn == 3);
  collector.on_packet(1, t0 + 300ms);
  CHECK(collector.pending() == 0);
}

TEST_CASE("What does not fit into one report is in the next ones, oldest first") {
  test::Tracked<FeedbackCollector> collector;
  for (std::uint16_t i = 0; i < 8; ++i) collector.on_packet(i, t0);
  CHECK(next_report(collector, 3) == "0:RRR");
  CHECK(collector.is_incomplete());
  CHECK(next_report(collector, 3) == "3:RRR");
  CHECK(collector.is_incomplete());
  CHECK(next_report(collector, 3) == "6:RR");
  CHECK_FALSE(collector.is_incomplete());
  CHECK(collector.pending() == 0);
  collector.on_packet(10, t0);
  CHECK(next_report(collector, 6) == "0:RRRRRR");  // each packet is reported twice
  CHECK(next_report(collector, 6) == "6:RR--R");
  CHECK(next_report(collector, 6) == "8:--R");
}

TEST_CASE("What comes late, between the parts of a report, is in the next part") {
  test::Tracked<FeedbackCollector> collector;
  collector.on_packet(0, t0);
  CHECK(next_report(collector, 3) == "0:R");
  collector.on_packet(6, t0);
  CHECK(next_report(collector, 3) == "0:R--");
  collector.on_packet(2, t0);
  CHECK(next_report(collector, 3) == "2:R--");
  CHECK(next_report(collector, 3) == "5:-R");
  CHECK_FALSE(collector.is_incomplete());
}

TEST_CASE("The widest jump stays within the window") {
  test::Tracked<FeedbackCollector> collector;
  collector.on_packet(0, t0);
  collector.on_packet(16384, t0);
  StreamFeedback feedback;
  REQUIRE(collector.report(1, t0, 100'000, feedback));
  CHECK(feedback.begin_sequence == 1);
  CHECK(feedback.metrics.size() == 16384);
  collector.on_packet(0, t0);  // fell out of the window
  CHECK(collector.pending() == 0);
}

TEST_CASE("A smaller window holds the newest packets, and a jump makes no longer report") {
  test::Tracked<FeedbackCollector> collector(4);
  for (std::uint16_t i = 0; i < 6; ++i) collector.on_packet(i, t0);
  CHECK(next_report(collector) == "2:RRRR");
  collector.on_packet(1, t0);  // fell out of the window
  CHECK(collector.pending() == 0);
  collector.on_packet(1000, t0);
  CHECK(next_report(collector) == "997:---R");
  collector.on_packet(998, t0);
  CHECK(next_report(collector, 3) == "997:-R-");
  CHECK(next_report(collector, 3) == "1000:R");
  collector.reset();
  collector.on_packet(7, t0);
  collector.on_packet(17, t0);
  CHECK(next_report(collector) == "14:---R");
}

TEST_CASE("A collector that was reset knows nothing") {
  test::Tracked<FeedbackCollector> collector;
  collector.on_packet(1, t0);
  collector.reset();
  CHECK(collector.pending() == 0);
  CHECK(next_report(collector) == "none");
  collector.on_packet(30000, t0);
  CHECK(next_report(collector) == "30000:R");
}

TEST_CASE("Under any loss, order and duplication, reports say what came, twice") {
  const auto seed = GENERATE(range(1u, 21u));
  std::mt19937 random(seed);
  test::Tracked<FeedbackCollector> collector;
  std::set<int> came;
  std::vector<int> times_reported(3000);
  int next = 0;
  while (next < 2900) {
    for (int i = 0; i < 20; ++i, ++next) {
      const int number = std::max(0, next - static_cast<int>(random() % 30));
      if (random() % 5 == 0) continue;
      collector.on_packet(static_cast<std::uint16_t>(65000 + number), t0);
      came.insert(number);
    }
    StreamFeedback feedback;
    REQUIRE(collector.report(1, t0, 1000, feedback));
    for (std::size_t i = 0; i < feedback.metrics.size(); ++i) {
      const auto number = static_cast<std::uint16_t>(feedback.begin_sequence + i - 65000);
      if (number >= 3000) continue;  // before the first packet
      REQUIRE(feedback.metrics[i].received == came.contains(number));
      if (feedback.metrics[i].received) ++times_reported[number];
    }
  }
  StreamFeedback last;
  REQUIRE(collector.report(1, t0, 1000, last));
  for (std::size_t i = 0; i < last.metrics.size(); ++i) {
    const auto number = static_cast<std::uint16_t>(last.begin_sequence + i - 65000);
    if (last.metrics[i].received) ++times_reported[number];
  }
  for (const int number : came) CHECK(times_reported[static_cast<std::size_t>(number)] >= 2);
}

TEST_CASE("The oldest number of the window is still taken, the one before is not") {
  test::Tracked<FeedbackCollector> collector(4);
  collector.on_packet(10, t0);
  collector.on_packet(14, t0);  // the window is 11 to 14
  CHECK(next_report(collector) == "11:---R");
  collector.on_packet(11, t0);
  CHECK(collector.pending() == 1);
  CHECK(next_report(collector).starts_with("11:R"));
  collector.on_packet(10, t0);
  CHECK(collector.pending() == 0);
}
