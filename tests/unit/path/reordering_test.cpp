#include <catch2/catch.hpp>
#include <functional>
#include <map>

#include "core/path/path_monitor.h"
#include "core/path/send_history.h"
#include "feedback_text.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr LocalTime t0{1000s};
constexpr RemoteTime peer_t0{5000s};
constexpr Duration way = 20ms;

using Extra = std::function<std::optional<Duration>(int)>;  // over the path's delay; nullopt: lost

/// Packets of 100 bytes, one per millisecond, and a report on all of them every 5 ms, which comes at once.
class ReorderingPath {
 public:
  explicit ReorderingPath(Duration round_trip = 100ms) { history.set_round_trip_time(round_trip, round_trip); }

  void run(int count, const Extra& extra) {
    for (const int end = sent_ + count; sent_ < end; ++sent_) {
      history.on_sent(1, static_cast<std::uint16_t>(sent_), packet(bytes(100), t0 + sent_ * 1ms));
      if (const auto more = extra(sent_)) arrivals_[sent_] = Duration(sent_ * 1ms) + way + *more;
      if (sent_ % 5 == 0) report(sent_ * 1ms);
    }
  }
  /// Until all have come.
  void finish() {
    for (const int end = sent_ + 500; sent_ < end; sent_ += 5) report(sent_ * 1ms);
  }

  SendHistory history;
  std::vector<PacketResult> results;
  std::map<std::int64_t, Duration> lost_at;  // since t0: when a report told it

  int lost() const {
    return count([](auto& r) { return !r.received; });
  }
  int late() const {
    return count([](auto& r) { return r.late; });
  }

 private:
  template <class Predicate>
  int count(const Predicate& predicate) const {
    return static_cast<int>(std::count_if(results.begin(), results.end(), predicate));
  }
  void report(Duration now) {
    StreamFeedback feedback;
    feedback.ssrc = 1;
    int highest = -1;
    for (const auto& [number, at] : arrivals_) {
      if (at <= now) highest = std::max(highest, number);
    }
    const int begin = std::max(highest - 300, 0);
    feedback.begin_sequence = static_cast<std::uint16_t>(begin);
    for (int number = begin; number <= highest; ++number) {
      const auto known = arrivals_.find(number);
      ArrivalMetric metric;
      metric.received = known != arrivals_.end() && known->second <= now;
      if (metric.received) metric.arrival_before_report = now - known->second;
      feedback.metrics.push_back(metric);
    }
    const auto before = results.size();
    history.on_feedback(feedback, peer_t0 + now, results);
    for (std::size_t i = before; i < results.size(); ++i) {
      if (!results[i].received) lost_at[results[i].rtp_sequence] = now;
    }
  }

  std::map<int, Duration> arrivals_;
  int sent_ = 0;
};

Extra every(int n, Duration by) {
  return [=](int i) { return std::optional<Duration>(i % n == n - 1 ? by : 0ms); };
}

/// 0 to `most`, in an order that looks random.
Extra scattered(int most) {
  return [=](int i) { return std::optional<Duration>((i * 7919 % (most + 1)) * 1ms); };
}

}  // namespace

TEST_CASE("What comes late counts as lost at first, then the window is as long as that takes") {
  struct Row {
    const char* what;
    Extra extra;
    int most_wrong;              // verdicts, which are all taken back
    Duration shortest, longest;  // window at the end
  };
  const auto row = GENERATE(values<Row>({
      {"in order", every(1, 0ms), 0, 0ms, 0ms},
      {"a longer path", every(1, 50ms), 0, 0ms, 0ms},
      {"overtaken by two", every(50, 2ms), 0, 25ms, 25ms},
      {"overtaken by 10 ms", every(50, 10ms), 1, 25ms, 25ms},
      {"overtaken by 30 ms", every(50, 30ms), 1, 36ms, 40ms},
      {"all scattered over 20 ms", scattered(20), 12, 25ms, 27ms},
      {"all scattered over 60 ms", scattered(60), 40, 60ms, 77ms},
  }));
  INFO(row.what);
  ReorderingPath path;
  path.run(5000, row.extra);
  path.finish();
  CHECK(path.lost() <= row.most_wrong);
  CHECK(path.late() == path.lost());
  CHECK(path.history.packets_late() == path.lost());
  CHECK(path.history.packets_lost() == 0);
  CHECK(path.history.packets_lost(1) == 0);
  CHECK(path.history.in_flight() == bytes(0));
  CHECK(path.history.reordering_window() >= row.shortest);
  CHECK(path.history.reordering_window() <= row.longest);
}

TEST_CASE("A late packet's result has its arrival, its bytes count once, and nothing of it is in flight") {
  ReorderingPath path;
  path.run(200, [](int i) { return std::optional<Duration>(i == 100 ? 30ms : 0ms); });
  path.finish();
  std::vector<PacketResult> of_it;
  for (const auto& r : path.results) {
    if (r.sequence == 100) of_it.push_back(r);
  }
  REQUIRE(of_it.size() == 2);
  CHECK_FALSE(of_it[0].received);
  CHECK_FALSE(of_it[0].late);
  CHECK(of_it[1].received);
  CHECK(of_it[1].late);
  CHECK(of_it[1].size == bytes(100));
  CHECK(of_it[1].arrival == peer_t0 + 150ms);
}

TEST_CASE("What is lost counts as lost at once where packets come in order, else after the window") {
  struct Row {
    Duration late;
    Duration shortest, longest;  // from when the first packet after it came until a report says so
  };
  const auto row = GENERATE(values<Row>({{0ms, 0ms, 8ms}, {10ms, 24ms, 31ms}, {40ms, 48ms, 58ms}}));
  ReorderingPath path;
  path.run(1000, every(50, row.late));
  path.run(200, [](int i) { return i == 1100 ? std::nullopt : std::optional<Duration>(0ms); });
  path.finish();
  REQUIRE(path.lost_at.contains(1100));
  const Duration after = path.lost_at[1100] - (1101ms + 20ms);
  CHECK(after >= row.shortest);
  CHECK(after <= row.longest);
  CHECK(path.history.packets_lost() == 1);
}

TEST_CASE("The window is never longer than a round trip") {
  ReorderingPath path(40ms);
  path.run(2000, every(100, 150ms));
  CHECK(path.history.reordering_window() == 40ms);
  CHECK(path.late() >= 15);  // later than that is lost until it comes
  path.finish();
  CHECK(path.history.packets_lost() == 0);
}

TEST_CASE("The window closes slowly once packets come in order again") {
  ReorderingPath path;
  path.run(1000, every(50, 30ms));
  const Duration open = path.history.reordering_window();
  path.run(9000, every(1, 0ms));
  CHECK(path.history.reordering_window() == open);
  path.run(10'000, every(1, 0ms));
  CHECK(path.history.reordering_window() == open / 2);
  path.run(60'000, every(1, 0ms));
  CHECK(path.history.reordering_window() == 0ms);
}

TEST_CASE("A report that comes after a later one shows no reordering") {
  SendHistory history;
  std::vector<PacketResult> results;
  for (std::uint16_t i = 0; i < 10; ++i) history.on_sent(1, i, packet(bytes(100), t0 + i * 1ms));
  StreamFeedback later = feedback(5, "RRRRR");
  history.on_feedback(later, peer_t0 + 20ms, results);
  history.on_feedback(feedback(0, "RRRRR"), peer_t0 + 15ms, results);
  CHECK(results.size() == 10);
  CHECK(history.reordering_window() == 0ms);
}

// The parts of a report follow the streams, not the order of sending: the video's comes first.
TEST_CASE("A report on several streams is read as a whole before anything counts as lost") {
  SendHistory history;
  std::vector<PacketResult> results;
  history.on_sent(2, 0, packet(bytes(100), t0));
  history.on_sent(1, 0, packet(bytes(100), t0 + 1ms));
  history.on_sent(2, 1, packet(bytes(100), t0 + 2ms));
  for (std::uint16_t i = 1; i < 5; ++i) history.on_sent(1, i, packet(bytes(100), t0 + (2 + i) * 1ms));
  const std::vector<StreamFeedback> first{feedback(0, "R", 1), feedback(0, "-R", 2)};
  CHECK(history.on_feedback(first, peer_t0 + 30ms, results));
  const std::vector<StreamFeedback> second{feedback(0, "RRRRR", 1), feedback(0, "RR", 2)};
  CHECK(history.on_feedback(second, peer_t0 + 40ms, results));
  CHECK(history.packets_late() == 0);
  for (const PacketResult& r : results) CHECK(r.received);
}

TEST_CASE("A loss event all of whose packets came late is taken back") {
  PathMonitor monitor(DelayKind::estimated);
  const auto report = [&](std::uint16_t begin, std::string_view pattern, LocalTime now) {
    CongestionFeedback message;
    message.report_timestamp = static_cast<std::uint32_t>(now.time_since_epoch() / 1ms) * 65536 / 1000;
    message.streams.push_back(feedback(begin, pattern));
    return monitor.on_feedback(message, now);
  };
  for (std::uint16_t i = 0; i < 60; ++i) monitor.on_sent(1, i, packet(bytes(100), t0 + i * 1ms));
  report(0, "R--RRRRRRR", t0 + 50ms);
  CHECK(monitor.loss_events() == 1);
  report(1, "R", t0 + 55ms);
  CHECK(monitor.loss_events() == 1);  // one of two
  const auto last = report(2, "R", t0 + 60ms);
  CHECK(monitor.loss_events() == 0);
  REQUIRE(last);
  REQUIRE(last->packets.size() == 1);
  CHECK(last->packets[0].late);
  report(10, "RR-" + std::string(40, 'R'), t0 + 70ms);
  CHECK(monitor.loss_events() == 1);
}
