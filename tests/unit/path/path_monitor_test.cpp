#include "core/path/path_monitor.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/rtp/ntp.h"
#include "feedback_text.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr LocalTime t0{1000s};

CongestionFeedback message(LocalTime made, std::vector<StreamFeedback> streams) {
  CongestionFeedback out;
  out.streams = std::move(streams);
  out.report_timestamp = to_ntp_middle(made);
  return out;
}

/// Packets with an RTT of 100 ms, one per 10 ms from t0 on, and a report that says which came.
struct Losses {
  PathMonitor monitor{DelayKind::true_};
  explicit Losses(int count) {
    for (int i = 0; i < count; ++i)
      monitor.on_sent(1, static_cast<std::uint16_t>(i), packet(bytes(1000), t0 + i * 10ms));
  }
  bool report(std::uint16_t begin, std::string_view pattern) {
    const auto newest = begin + pattern.size() - 1;
    const LocalTime made = t0 + static_cast<int>(newest) * 10ms + 60ms;  // 50 ms there, 10 ms hold, 50 ms back
    const auto report = monitor.on_feedback(message(made, {feedback(begin, pattern)}), made + 50ms);
    REQUIRE(report);
    return report->loss_event;
  }
};

}  // namespace

TEST_CASE("A report gives the facts: results, delays, and the round trip without the hold time") {
  PathMonitor monitor(DelayKind::true_);
  monitor.on_sent(1, 5, packet(bytes(1000), t0));
  monitor.on_sent(1, 6, packet(bytes(1000), t0 + 10ms));
  monitor.on_sent(1, 7, packet(bytes(1000), t0 + 20ms));
  StreamFeedback stream = feedback(5, "RR");
  stream.metrics[0].arrival_before_report = 30ms;
  stream.metrics[1].arrival_before_report = 10ms;
  const auto report = monitor.on_feedback(message(t0 + 60ms, {stream}), t0 + 90ms);
  REQUIRE(report);
  CHECK(report->now == t0 + 90ms);
  REQUIRE(report->packets.size() == 2);
  CHECK(to_milliseconds(*report->packets[0].one_way_delay) == Approx(30).margin(0.02));
  CHECK(to_milliseconds(*report->packets[1].one_way_delay) == Approx(40).margin(0.02));
  REQUIRE(report->round_trip_time);
  CHECK(to_milliseconds(*report->round_trip_time) == Approx(70).margin(0.02));  // 80 ms since 6 was sent, 10 ms held
  CHECK(report->smoothed_round_trip_time == *report->round_trip_time);
  CHECK(report->min_round_trip_time == *report->round_trip_time);
  CHECK(report->in_flight == bytes(1000));
  CHECK_FALSE(report->loss_event);
  CHECK(monitor.one_way_delay() == report->packets[1].one_way_delay);
}

TEST_CASE("The round trip ends when the report came, however late it is read") {
  PathMonitor monitor(DelayKind::true_);
  monitor.on_sent(1, 5, packet(bytes(1000), t0));
  StreamFeedback stream = feedback(5, "R");
  stream.metrics[0].arrival_before_report = 10ms;
  const auto report = monitor.on_feedback(message(t0 + 60ms, {stream}), t0 + 90ms, t0 + 130ms);
  REQUIRE(report);
  CHECK(report->now == t0 + 130ms);
  CHECK(to_milliseconds(*report->round_trip_time) == Approx(80).margin(0.02));
}

TEST_CASE("Feedback on other streams is none of ours") {
  PathMonitor monitor(DelayKind::true_);
  monitor.on_sent(1, 5, packet(bytes(1000), t0));
  CHECK_FALSE(monitor.on_feedback(message(t0, {feedback(5, "R", 2)}), t0 + 50ms));
  CHECK_FALSE(monitor.on_feedback(message(t0, {}), t0 + 50ms));
  const auto report = monitor.on_feedback(message(t0, {feedback(5, "R", 2), feedback(5, "R", 1)}), t0 + 50ms);
  REQUIRE(report);
  CHECK(report->packets.size() == 1);
}

TEST_CASE("Feedback on other streams does not move the clock of the reports") {
  const bool before_ours = GENERATE(true, false);
  PathMonitor monitor(DelayKind::true_);
  monitor.on_sent(1, 5, packet(bytes(1000), t0));
  monitor.on_sent(1, 6, packet(bytes(1000), t0));
  if (!before_ours) monitor.on_feedback(message(t0 + 20ms, {feedback(5, "R")}), t0 + 40ms);
  for (int i = 1; i <= 2; ++i) {  // half of what 32 bits hold, twice
    CHECK_FALSE(monitor.on_feedback(message(t0 + i * 32767s, {}), t0 + 45ms));
    CHECK_FALSE(monitor.on_feedback(message(t0 + i * 32767s, {feedback(5, "R", 2)}), t0 + 45ms));
  }
  const auto report = monitor.on_feedback(message(t0 + 30ms, {feedback(6, "R")}), t0 + 50ms);
  REQUIRE(report);
  CHECK(to_milliseconds(*report->packets[0].one_way_delay) == Approx(20).margin(0.02));
}

TEST_CASE("A report clock that leaps with each report stays near ours") {
  PathMonitor monitor(DelayKind::estimated);
  std::uint16_t number = 0;
  LocalTime now = t0;
  for (int i = 0; i < 300'000; ++i, now += 1ms) {  // 2^31 units each: more than 292 years if they added up
    CongestionFeedback leap;
    const bool sends = i % 1000 == 0;
    if (sends) monitor.on_sent(1, number, packet(bytes(1000), now));
    leap.streams = {feedback(number, sends ? "R" : "")};
    leap.report_timestamp = to_ntp_middle(t0) + static_cast<std::uint32_t>(i) * 0x7FFF'FFFFu;
    const auto report = monitor.on_feedback(leap, now + 50ms);
    if (!report || (sends && report->packets.size() != 1)) FAIL();
    if (!sends) continue;
    ++number;
    const Duration ahead = report->packets[0].arrival->time_since_epoch() - now.time_since_epoch();
    REQUIRE(std::chrono::abs(ahead) < 10h);
  }
}

TEST_CASE("The time of reports goes on where their clock wraps, wherever it started") {
  const auto first = GENERATE(0u, 0x7FFF'FFFFu, 0x8000'0000u, 0xFFFF'FFFFu);
  ReportClock clock;
  const RemoteTime start = clock.read(first, t0);
  CHECK(std::chrono::abs(start.time_since_epoch() - t0.time_since_epoch()) <= 32768s);
  clock.start(first, t0);
  for (int hour = 1; hour < 100; ++hour) {
    const std::uint32_t timestamp = first + static_cast<std::uint32_t>(hour) * 3600u * 65536u;
    REQUIRE(std::chrono::abs(clock.read(timestamp, t0 + hour * 1h) - (start + hour * 1h)) < 2ns);
    clock.start(timestamp + 0x4000'0000, t0 + hour * 1h);  // it has started
  }
}

TEST_CASE("Times beyond 146 years saturate") {
  constexpr Duration most = from_ntp_units(std::numeric_limits<std::int64_t>::max());
  constexpr Duration least = from_ntp_units(std::numeric_limits<std::int64_t>::min());
  static_assert(most - least > 291 * 365 * 24h);
  CHECK(from_ntp_units(to_ntp_units(most)) == most);
  CHECK(from_ntp_units(std::int64_t{1} << 48) == 4294967296s);  // all that the seconds of NTP hold
  CHECK(from_ntp_units(-32769) == -500'015'258ns);
}

TEST_CASE("A report without news has no round trip and no packets") {
  PathMonitor monitor(DelayKind::true_);
  monitor.on_sent(1, 5, packet(bytes(1000), t0));
  monitor.on_feedback(message(t0 + 30ms, {feedback(5, "R")}), t0 + 50ms);
  const auto report = monitor.on_feedback(message(t0 + 80ms, {feedback(5, "R")}), t0 + 100ms);
  REQUIRE(report);
  CHECK(report->packets.empty());
  CHECK_FALSE(report->round_trip_time);
  CHECK(report->smoothed_round_trip_time > Duration::zero());
}

TEST_CASE("An arrival without a time gives neither a delay nor a round trip") {
  PathMonitor monitor(DelayKind::true_);
  monitor.on_sent(1, 5, packet(bytes(1000), t0));
  const auto report = monitor.on_feedback(message(t0 + 30ms, {feedback(5, "?")}), t0 + 50ms);
  REQUIRE(report);
  REQUIRE(report->packets.size() == 1);
  CHECK(report->packets[0].received);
  CHECK_FALSE(report->packets[0].one_way_delay);
  CHECK_FALSE(report->round_trip_time);
}

TEST_CASE("Reports that overtake each other on the way back, also over a wrap of their clock") {
  PathMonitor monitor(DelayKind::true_);
  constexpr LocalTime wrap{65536s};
  monitor.on_sent(1, 0, packet(bytes(1000), wrap - 50ms));
  monitor.on_sent(1, 1, packet(bytes(1000), wrap - 20ms));
  const auto second = monitor.on_feedback(message(wrap + 20ms, {feedback(1, "R")}), wrap + 40ms);
  const auto first = monitor.on_feedback(message(wrap - 10ms, {feedback(0, "R")}), wrap + 45ms);
  REQUIRE(second);
  REQUIRE(first);
  CHECK(to_milliseconds(*second->packets[0].one_way_delay) == Approx(30).margin(0.02));
  CHECK(to_milliseconds(*first->packets[0].one_way_delay) == Approx(30).margin(0.02));
}

TEST_CASE("Losses within one round trip of the first are one event (RFC 5348, section 5.2)") {
  struct Row {
    const char* what;
    const char* pattern;  // of one report on packets from 0, 10 ms apart; the round trip is 100 ms
    int events;
  };
  const auto row = GENERATE(values<Row>({
      {"none", "RRRRRRRRRRRRRRRRRRRRRRRRRRRRRRRR", 0},
      {"one", "RR-RRRRRRRRRRRRRRRRRRRRRRRRRRRRR", 1},
      {"two at once", "RR--RRRRRRRRRRRRRRRRRRRRRRRRRRRR", 1},
      {"just within", "RR-RRRRRRRRR-RRRRRRRRRRRRRRRRRRR", 1},
      {"just beyond", "RR-RRRRRRRRRR-RRRRRRRRRRRRRRRRRR", 2},
      {"from the first of the event, not the last", "RR-RRRRRRR-RRRR-RRRRRRRRRRRRRRRR", 2},
      {"three", "RR-RRRRRRRRRR-RRRRRRRRRR-RRRRRRRR", 3},
  }));
  INFO(row.what);
  Losses losses(40);
  losses.report(0, "RR");  // makes the round trip known
  CHECK(losses.report(2, std::string_view(row.pattern).substr(2)) == (row.events > 0));
  CHECK(losses.monitor.loss_events() == row.events);
}

TEST_CASE("The loss event goes on from report to report") {
  Losses losses(60);
  losses.report(0, "RR");
  CHECK(losses.report(2, "-RRR"));
  CHECK_FALSE(losses.report(6, "-RRR"));
  CHECK_FALSE(losses.report(10, "RRRR"));
  CHECK(losses.report(14, "-RRR"));
  CHECK(losses.monitor.loss_events() == 2);
}

TEST_CASE("A loss that is reported after those behind it is taken back from the event that it counted in") {
  Losses losses(60);
  losses.report(0, "R-RRRR");
  losses.report(50, "R-RRRR");
  losses.report(40, "R-RRRR");  // it overtook this one
  CHECK(losses.monitor.loss_events() == 2);
  losses.report(41, "R");
  CHECK(losses.monitor.loss_events() == 2);
  losses.report(51, "R");
  CHECK(losses.monitor.loss_events() == 1);
}

TEST_CASE("Another peer has another clock: the delays start afresh") {
  PathMonitor monitor(DelayKind::estimated);
  monitor.on_sent(1, 0, packet(bytes(1000), t0));
  monitor.on_feedback(message(t0 + 50ms, {feedback(0, "R")}), t0 + 90ms);
  REQUIRE(monitor.one_way_delay());
  monitor.restart(DelayKind::estimated);
  CHECK_FALSE(monitor.one_way_delay());
  CHECK_FALSE(monitor.round_trip_time().smoothed());
  monitor.on_sent(1, 1, packet(bytes(1000), t0 + 1s));
  const auto report = monitor.on_feedback(message(t0 + 5h, {feedback(1, "R")}), t0 + 1s + 90ms);
  REQUIRE(report);
  CHECK(*report->packets[0].one_way_delay < 50ms);
}

TEST_CASE("What counted as lost on the path before and comes after all says nothing of the next one") {
  PathMonitor monitor(DelayKind::true_);
  for (std::uint16_t i = 0; i < 5; ++i) monitor.on_sent(1, i, packet(bytes(1000), t0 + i * 1ms));
  monitor.on_feedback(message(t0 + 20ms, {feedback(0, "R-RRR")}), t0 + 30ms);
  REQUIRE(monitor.history().packets_lost() == 1);
  monitor.restart(DelayKind::true_);
  monitor.on_sent(1, 5, packet(bytes(1000), t0 + 40ms));
  const auto late = monitor.on_feedback(message(t0 + 25ms, {feedback(1, "R")}), t0 + 50ms);
  REQUIRE(late);
  CHECK(late->packets.empty());
  const auto report = monitor.on_feedback(message(t0 + 110ms, {feedback(5, "R")}), t0 + 120ms);
  REQUIRE(report);
  CHECK(monitor.queueing_delay() == 0ms);
  CHECK(monitor.loss_events() == 1);
}

TEST_CASE("A windowed minimum forgets between window less bucket and window") {
  WindowedMinimum<int> minimum(10s, 1s);
  CHECK_FALSE(minimum.value());
  minimum.add(t0, 3);
  minimum.add(t0 + 500ms, 2);
  minimum.add(t0 + 1s, 7);
  CHECK(minimum.value() == 2);
  minimum.add(t0 + 9999ms, 9);
  CHECK(minimum.value() == 2);
  minimum.add(t0 + 10s, 9);
  CHECK(minimum.value() == 7);
  minimum.add(t0 + 30s, 9);
  CHECK(minimum.value() == 9);
  minimum.reset();
  CHECK_FALSE(minimum.value());
}

TEST_CASE("A windowed maximum is the largest of the window") {
  WindowedMaximum<int> maximum(10s, 1s);
  CHECK_FALSE(maximum.value());
  maximum.add(t0, 3);
  maximum.add(t0 + 500ms, 5);
  maximum.add(t0 + 600ms, 4);
  maximum.add(t0 + 2s, -2);
  CHECK(maximum.value() == 5);
  maximum.add(t0 + 10s, -7);
  CHECK(maximum.value() == -2);
}

TEST_CASE("How much the delay differs between packets in a row is known from 32 differences on, sound left out") {
  PathMonitor monitor(DelayKind::true_);
  const auto report_on = [&](int first, int count) {
    StreamFeedback stream =
        feedback(static_cast<std::uint16_t>(first), std::string(static_cast<std::size_t>(count), 'R'));
    const LocalTime made = t0 + (first + count) * 10ms + 100ms;
    for (int i = 0; i < count; ++i) {
      const bool late = (first + i) % 3 == 2 ? false : (first + i) % 2 == 1;
      SentPacket sent = packet(bytes(1000), t0 + (first + i) * 10ms);
      sent.sound = (first + i) % 3 == 2;  // these would take 30 ms less
      monitor.on_sent(1, static_cast<std::uint16_t>(first + i), sent);
      const Duration delay = sent.sound ? 20ms : late ? 54ms : 50ms;
      stream.metrics[static_cast<std::size_t>(i)].arrival_before_report = made - (sent.sent + delay);
    }
    REQUIRE(monitor.on_feedback(message(made, {stream}), made + 50ms));
  };
  report_on(0, 30);
  CHECK_FALSE(monitor.delay_variation());
  report_on(30, 40);
  REQUIRE(monitor.delay_variation());
  CHECK(to_milliseconds(*monitor.delay_variation()) == Approx(4).margin(1));
  monitor.restart(DelayKind::true_);
  CHECK_FALSE(monitor.delay_variation());
}

TEST_CASE("Another kind of delay reads the peer's clock afresh") {
  const LocalTime begin{100'000s};
  PathMonitor monitor(DelayKind::estimated);
  monitor.on_sent(1, 0, packet(bytes(1000), begin));
  monitor.on_feedback(message(begin + 9h, {feedback(0, "R")}), begin + 90ms);
  monitor.set_delay_kind(DelayKind::true_);
  CHECK_FALSE(monitor.one_way_delay());
  CHECK_FALSE(monitor.backward_delay());
  const LocalTime sent = begin + 100ms;
  monitor.on_sent(1, 1, packet(bytes(1000), sent));
  StreamFeedback stream = feedback(1, "R");
  stream.metrics[0].arrival_before_report = 0ms;
  // Nearest to our own clock, and not to the one of before, from which it would be 18 hours later.
  const auto report = monitor.on_feedback(message(sent - 1h, {stream}), sent + 90ms);
  REQUIRE(report);
  REQUIRE(report->packets.size() == 1);
  REQUIRE(report->packets[0].arrival);
  CHECK(to_seconds(report->packets[0].arrival->time_since_epoch()) ==
        Approx(to_seconds((sent - 1h).time_since_epoch())).margin(0.01));
}

TEST_CASE("The delay of the way back follows a change within some ten reports") {
  PathMonitor monitor(DelayKind::true_);
  const auto report = [&](int i, Duration back) {
    const LocalTime sent = t0 + i * 100ms;
    monitor.on_sent(1, static_cast<std::uint16_t>(i), packet(bytes(1000), sent));
    StreamFeedback stream = feedback(static_cast<std::uint16_t>(i), "R");
    stream.metrics[0].arrival_before_report = 0ms;
    monitor.on_feedback(message(sent + 20ms, {stream}), sent + 20ms + back);
  };
  for (int i = 0; i < 30; ++i) report(i, 20ms);
  CHECK(to_milliseconds(*monitor.backward_delay()) == Approx(20).margin(0.1));
  report(30, 100ms);
  CHECK(to_milliseconds(*monitor.backward_delay()) == Approx(30).margin(0.1));  // an eighth of the step
  for (int i = 31; i < 41; ++i) report(i, 100ms);
  CHECK(to_milliseconds(*monitor.backward_delay()) == Approx(100 - 80 * std::pow(7.0 / 8, 11)).margin(0.1));
}

TEST_CASE("A report on packets that were overtaken tells nothing of the queue, nor of the round trip") {
  PathMonitor monitor(GENERATE(DelayKind::true_, DelayKind::estimated));
  for (int i = 0; i < 9; ++i) monitor.on_sent(1, static_cast<std::uint16_t>(i), packet(bytes(1000), t0 + i * 10ms));
  const LocalTime made = t0 + 140ms;
  StreamFeedback stream = feedback(0, "RRRR-RRRR");
  for (int i = 0; i < 9; ++i) {
    if (i != 4) stream.metrics[static_cast<std::size_t>(i)].arrival_before_report = 90ms - i * 10ms;  // 50 ms each
  }
  const auto report = monitor.on_feedback(message(made, {stream}), made + 50ms);
  REQUIRE(report);
  const auto queue = monitor.queueing_delay();
  const auto delay = monitor.one_way_delay();
  const auto backward = monitor.backward_delay();
  REQUIRE(queue);
  stream = feedback(4, "R");
  stream.metrics[0].arrival_before_report = 0ms;
  const auto late = monitor.on_feedback(message(made + 20ms, {stream}), made + 70ms);
  REQUIRE(late);
  REQUIRE(late->packets.size() == 1);
  CHECK(late->packets[0].late);
  CHECK_FALSE(late->round_trip_time);
  CHECK(late->smoothed_round_trip_time == report->smoothed_round_trip_time);
  CHECK(monitor.queueing_delay() == queue);
  CHECK(monitor.one_way_delay() == delay);
  CHECK(monitor.backward_delay() == backward);
}

TEST_CASE("Probes of the packet size are set aside: losing one is no sign of congestion") {
  PathMonitor monitor(DelayKind::true_);
  for (int i = 0; i < 9; ++i) {
    SentPacket sent = packet(bytes(1000), t0 + i * 10ms);
    sent.size_probe = i == 2 || i == 7;
    monitor.on_sent(1, static_cast<std::uint16_t>(i), sent);
  }
  const auto report = monitor.on_feedback(message(t0 + 140ms, {feedback(0, "RR-RRRRRR")}), t0 + 190ms);
  REQUIRE(report);
  CHECK(report->packets.size() == 7);
  CHECK_FALSE(report->loss_event);
  CHECK(monitor.history().packets_lost() == 0);
  REQUIRE(monitor.size_probes().size() == 2);
  CHECK_FALSE(monitor.size_probes()[0].received);
  CHECK(monitor.size_probes()[1].received);
  CHECK(monitor.on_feedback(message(t0 + 150ms, {feedback(0, "RR-RRRRRR")}), t0 + 200ms));
  CHECK(monitor.size_probes().empty());
}
