#include "core/path/send_history.h"

#include <catch2/catch.hpp>
#include <random>

#include "feedback_text.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr LocalTime t0{1000s};
constexpr RemoteTime report_time{5000s};

/// Packets of 100 bytes, one per millisecond.
void send(SendHistory& history, std::uint16_t first, int count) {
  for (int i = 0; i < count; ++i)
    history.on_sent(1, static_cast<std::uint16_t>(first + i), packet(bytes(100), t0 + i * 1ms));
}

std::string told(SendHistory& history, const StreamFeedback& feedback) {
  std::vector<PacketResult> results;
  history.on_feedback(feedback, report_time, results);
  return text_of(results);
}

struct Report {
  std::uint16_t begin;
  const char* pattern;
  const char* results;
};

}  // namespace

TEST_CASE("Each packet's fate is given once, when a report first decides it") {
  struct Row {
    const char* what;
    std::uint16_t first;
    int count;
    std::vector<Report> reports;
    int lost;
    int late;
    int in_flight;  // packets
  };
  const auto row = GENERATE(values<Row>({
      {"in order", 10, 4, {{10, "RR", "10 11"}, {12, "RR", "12 13"}}, 0, 0, 0},
      {"reports overlap", 10, 4, {{10, "RR", "10 11"}, {10, "RRRR", "12 13"}, {12, "RR", ""}}, 0, 0, 0},
      {"a lost report", 10, 6, {{10, "R", "10"}, {11, "RRRRR", "11 12 13 14 15"}}, 0, 0, 0},
      {"a time that is not known", 10, 2, {{10, "?R", "10? 11"}}, 0, 0, 0},
      {"lost once one sent three later came", 10, 5, {{10, "R-RR", "10 12 13"}, {11, "-RRR", "11L 14"}}, 1, 0, 0},
      {"reordered by two", 10, 4, {{10, "R-RR", "10 12 13"}, {11, "RRR", "11"}}, 0, 0, 0},
      {"the losses among the arrivals, in order", 10, 8, {{10, "R-R-RRRR", "10 11L 12 13L 14 15 16 17"}}, 2, 0, 0},
      {"late arrivals mend the count", 10, 6, {{10, "-RRRRR", "10L 11 12 13 14 15"}, {10, "R", "10+"}}, 0, 1, 0},
      {"no mending twice", 10, 5, {{10, "-RRRR", "10L 11 12 13 14"}, {10, "R", "10+"}, {10, "R", ""}}, 0, 1, 0},
      {"named missing first, then arrived", 10, 3, {{10, "-R", "11"}, {10, "RRR", "10 12"}}, 0, 0, 0},
      {"nothing came at all", 10, 9, {{10, "---------", ""}}, 0, 0, 9},
      {"wrap", 65533, 6, {{65533, "RRRR", "65533 65534 65535 65536"}, {1, "RR", "65537 65538"}}, 0, 0, 0},
      {"a loss across the wrap", 65534, 5, {{65534, "R-RRR", "65534 65535L 65536 65537 65538"}}, 1, 0, 0},
      {"never sent: behind the newest", 10, 2, {{10, "RRRRRRRR", "10 11"}}, 0, 0, 0},
      {"never sent: before the first", 10, 2, {{4, "RRRRRRRR", "10 11"}}, 0, 0, 0},
      {"never sent: before zero", 2, 2, {{65534, "RRRRRR", "2 3"}}, 0, 0, 0},
      {"never sent: half the numbers away", 10, 2, {{32778, "RRRR", ""}, {10, "RR", "10 11"}}, 0, 0, 0},
      {"never sent cannot make the sent lost", 10, 2, {{10, "-RRRRRRR", "11"}}, 0, 0, 1},
      {"an empty report", 10, 2, {{10, "", ""}}, 0, 0, 2},
  }));
  INFO(row.what);
  SendHistory history;
  send(history, row.first, row.count);
  for (const Report& r : row.reports) CHECK(told(history, feedback(r.begin, r.pattern)) == r.results);
  CHECK(history.packets_sent() == row.count);
  CHECK(history.packets_lost() == row.lost);
  CHECK(history.packets_late() == row.late);
  CHECK(history.in_flight() == bytes(100) * row.in_flight);
}

TEST_CASE("A result has the packet's size and time, and the arrival on the peer's clock") {
  SendHistory history;
  history.on_sent(1, 7, packet(bytes(1234), t0));
  std::vector<PacketResult> results;
  history.on_feedback(feedback(7, "R"), report_time, results);
  REQUIRE(results.size() == 1);
  CHECK(results[0].size == bytes(1234));
  CHECK(results[0].sent == t0);
  CHECK(results[0].arrival == report_time - 10ms);
  CHECK_FALSE(results[0].one_way_delay);
}

TEST_CASE("Results are appended behind those that are there") {
  SendHistory history;
  send(history, 0, 2);
  std::vector<PacketResult> results(1);
  results[0].rtp_sequence = 99;
  history.on_feedback(feedback(0, "RR"), report_time, results);
  CHECK(text_of(results) == "99L 0 1");
}

TEST_CASE("Feedback before anything was sent is passed over") {
  SendHistory history;
  CHECK(told(history, feedback(0, "RRRR")).empty());
  send(history, 0, 2);
  CHECK(told(history, feedback(0, "RR")) == "0 1");
}

TEST_CASE("Packets that no report ever names leave the history as unknown") {
  SendHistory history;
  send(history, 0, 300);
  CHECK(told(history, feedback(256, "R")) == "256");  // 0 is 256 behind: it may still be named
  CHECK(history.in_flight() == bytes(100) * 299);
  CHECK(told(history, feedback(266, "R")) == "266");
  CHECK(history.in_flight() == bytes(100) * 288);  // 0 to 9 are given up
  CHECK(history.packets_lost() == 0);
}

TEST_CASE("The ring forgets the oldest packets and goes on") {
  constexpr int extra = 100;
  SendHistory history;
  for (std::size_t i = 0; i < SendHistory::capacity + extra; ++i)
    history.on_sent(1, static_cast<std::uint16_t>(i), packet(bytes(100), t0));
  CHECK(history.in_flight() == bytes(100) * static_cast<std::int64_t>(SendHistory::capacity));
  CHECK(history.newest() == static_cast<std::int64_t>(SendHistory::capacity) + extra - 1);
  CHECK(told(history, feedback(extra - 1, "R")).empty());
  CHECK(told(history, feedback(extra, "R")) == "100");
}

TEST_CASE("What is in flight is what has no result, through wraps, losses and lost reports") {
  std::mt19937 random(GENERATE(range(1u, 6u)));
  SendHistory history;
  const auto first = static_cast<std::uint16_t>(random());
  std::int64_t sent = 0;
  std::int64_t lost = 0;
  std::string all(200'000, '-');
  std::vector<PacketResult> results;
  std::int64_t told_before = 0;
  while (sent + 20 < static_cast<std::int64_t>(all.size())) {
    for (auto n = random() % 12; n > 0; --n, ++sent) {
      history.on_sent(1, static_cast<std::uint16_t>(first + sent), packet(bytes(100), t0 + sent * 1ms));
      if (random() % 20 != 0) all[static_cast<std::size_t>(sent)] = 'R';
    }
    if (random() % 8 == 0 || sent < 100) continue;  // a report that got lost
    const std::int64_t begin = sent - 100;
    const auto pattern = std::string_view(all).substr(static_cast<std::size_t>(begin), 90);
    results.clear();
    history.on_feedback(feedback(static_cast<std::uint16_t>(first + begin), pattern), report_time, results);
    for (const PacketResult& r : results) {
      const auto index = static_cast<std::size_t>(r.rtp_sequence - first);
      REQUIRE(r.received == (all[index] == 'R'));
      lost += r.received ? 0 : 1;
    }
    told_before += static_cast<std::int64_t>(results.size());
  }
  CHECK(history.packets_lost() == lost);
  CHECK(lost > 5000);
  CHECK(history.in_flight().bytes() <= 100 * (sent - told_before));
  CHECK(history.in_flight().bytes() <= 100 * 300);
  CHECK(history.in_flight().bytes() >= 0);
}

TEST_CASE("Of a slow flow what no report named is given up once what was sent a second later has come") {
  SendHistory history;
  for (std::uint16_t i = 0; i < 5; ++i) history.on_sent(1, i, packet(bytes(100), t0));  // both reports on them get lost
  history.on_sent(1, 5, packet(bytes(100), t0 + 1s));
  CHECK(told(history, feedback(5, "R")) == "5");
  CHECK(history.in_flight() == bytes(500));
  history.on_sent(1, 6, packet(bytes(100), t0 + 1s + 1ms));
  CHECK(told(history, feedback(6, "R")) == "6");
  CHECK(history.in_flight() == bytes(100));  // one may only be late
  CHECK(history.packets_lost() == 0);
}

TEST_CASE("Packets of several streams have one order of sending, and each stream numbers its own") {
  SendHistory history;
  for (int i = 0; i < 6; ++i) {  // by turns of 1 and 2, whose numbers wrap at other times
    const bool first = i % 2 == 0;
    history.on_sent(first ? 1 : 2, static_cast<std::uint16_t>((first ? 65'535 : 7) + i / 2),
                    packet(bytes(100), t0 + i * 1ms));
  }
  std::vector<PacketResult> results;
  CHECK(history.on_feedback(feedback(65'535, "RRR", 1), report_time, results));
  CHECK(history.on_feedback(feedback(7, "-RR", 2), report_time, results));
  CHECK_FALSE(history.on_feedback(feedback(7, "RRR", 3), report_time, results));
  // The first of stream 2 left as the second of all; those that left three later came.
  CHECK(text_of(results) == "65535 65536 65537 7L 8 9");
  std::vector<std::int64_t> order;
  for (const PacketResult& r : results) order.push_back(r.sequence);
  CHECK(order == std::vector<std::int64_t>{0, 2, 4, 1, 3, 5});
  CHECK(history.in_flight() == bytes(0));
  CHECK(history.packets_lost() == 1);
  CHECK(history.packets_lost(1) == 0);
  CHECK(history.packets_lost(2) == 1);
  CHECK(history.packets_lost(3) == 0);
  CHECK(history.on_feedback(feedback(7, "R", 2), report_time, results));  // late
  CHECK(history.packets_lost(2) == 0);
}

TEST_CASE("Of what a stream lost padding is left out") {
  SendHistory history;
  for (std::uint16_t i = 0; i < 6; ++i) {
    SentPacket sent = packet(bytes(100), t0 + i * 1ms);
    sent.padding = i == 1;
    history.on_sent(1, i, sent);
  }
  CHECK(told(history, feedback(0, "---RRR")) == "0L 1L 2L 3 4 5");
  CHECK(history.packets_lost() == 3);
  CHECK(history.packets_lost(1) == 2);
  CHECK(told(history, feedback(1, "R")) == "1+");
  CHECK(history.packets_lost() == 2);
  CHECK(history.packets_lost(1) == 2);
}

TEST_CASE("A result carries the congestion mark of the report") {
  SendHistory history;
  send(history, 0, 2);
  StreamFeedback report = feedback(0, "RR");
  report.metrics[1].ecn = 3;
  std::vector<PacketResult> results;
  history.on_feedback(report, report_time, results);
  CHECK(results[0].ecn == 0);
  CHECK(results[1].ecn == 3);
}
