#include "core/control/circuit_breaker.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};
using State = CircuitBreaker::State;

/// Media all the time, a report each 100 ms, a round trip of 100 ms: CB_INTERVAL is 10 reports.
struct Call {
  CircuitBreaker breaker;
  CircuitBreaker::Facts facts{100ms, 33ms, kilobits_per_second(3300), bytes(1000)};
  Duration interval = 100ms;
  LocalTime now = t0;
  std::uint32_t highest = 1000;

  Call() { breaker.start(t0); }
  State report(int lost_of_256, bool advances = true) {
    breaker.on_media_sent(now + interval / 2);
    now += interval;
    highest += advances ? 10 : 0;
    ReportBlock block;
    block.fraction_lost = static_cast<std::uint8_t>(lost_of_256);
    block.extended_highest_sequence = highest;
    breaker.on_report(block, facts, now);
    return breaker.state();
  }
  /// How many such reports it takes to get to the state; 0 where 1000 do not.
  int reports_until(State state, int lost_of_256, bool advances = true) {
    for (int i = 1; i <= 1000; ++i) {
      if (report(lost_of_256, advances) == state) return i;
    }
    return 0;
  }
};

constexpr int heavy = 24;  // of 256: with 1000 bytes and 100 ms TCP would have 320 kbit/s

}  // namespace

TEST_CASE("Breaker 1: no report on our stream for 15 s of sending") {
  Call call;
  CHECK_FALSE(call.breaker.next_tick());
  call.breaker.on_media_sent(t0 + 1s);
  call.breaker.on_media_sent(t0 + 10s);
  REQUIRE(call.breaker.next_tick() == t0 + 16s);
  call.breaker.on_tick(t0 + 16s - 1ns);
  CHECK(call.breaker.state() == State::closed);
  call.breaker.on_tick(t0 + 16s);
  CHECK(call.breaker.state() == State::open);
  CHECK_FALSE(call.breaker.reason().empty());
}

TEST_CASE("Breaker 1: a report begins the time anew, with the next packet") {
  Call call;
  call.report(0);
  CHECK_FALSE(call.breaker.next_tick());
  call.breaker.on_media_sent(call.now + 2s);
  CHECK(call.breaker.next_tick() == call.now + 17s);
}

TEST_CASE("Breaker 2: reports that do not advance, ceil(k max(Tf, Tr, Tdr) / Tdr) of them with k = 5") {
  struct Row {
    Duration rtt;
    Duration frame;
    Duration reports;
    int expected;
  };
  const auto row = GENERATE(values<Row>({
      {50ms, 33ms, 100ms, 5},
      {300ms, 33ms, 100ms, 15},
      {310ms, 33ms, 100ms, 16},
      {50ms, 1s, 100ms, 50},
      {50ms, 33ms, 5s, 5},
  }));
  Call call;
  call.interval = row.reports;
  call.facts.round_trip_time = row.rtt;
  call.facts.frame_interval = row.frame;
  call.report(0);
  CHECK(call.reports_until(State::open, 0, false) == row.expected);
}

TEST_CASE("Breaker 2: an advance cancels it") {
  Call call;
  for (int i = 0; i < 50; ++i) {
    for (int k = 0; k < 4; ++k) CHECK(call.report(0, false) == State::closed);
    call.report(0);
  }
  CHECK(call.reports_until(State::open, 0, false) == 5);
}

TEST_CASE("Breaker 2: no media, no timeout") {
  Call call;
  call.report(0);
  ReportBlock block;
  block.extended_highest_sequence = call.highest;
  for (int i = 1; i <= 100; ++i) call.breaker.on_report(block, call.facts, call.now + i * 100ms);
  CHECK(call.breaker.state() == State::closed);
}

TEST_CASE("Breaker 2: reports that become rarer while it counts do not shorten it") {
  Call call;
  call.facts.round_trip_time = 400ms;
  for (int i = 0; i < 50; ++i) call.report(0);
  call.report(0, false);  // 20 reports it is
  call.interval = 500ms;
  CHECK(call.reports_until(State::open, 0, false) == 19);
}

TEST_CASE("Breaker 3: above ten times TCP's rate over CB_INTERVAL it cuts to a tenth, then opens") {
  Call call;
  CHECK(call.reports_until(State::reduced, heavy) == 11);  // more than CB_INTERVAL
  CHECK(call.breaker.limit() == kilobits_per_second(330));
  CHECK_FALSE(call.breaker.reason().empty());
  CHECK(call.reports_until(State::open, heavy) == 11);  // it had another CB_INTERVAL, and went on at the same rate
}

TEST_CASE("Breaker 3: CB_INTERVAL gives ten round trips, ten frames and three reports, but no more than 15 s") {
  struct Row {
    Duration rtt;
    Duration frame;
    Duration reports;
    int interval;
  };
  const auto row = GENERATE(values<Row>({
      {100ms, 33ms, 50ms, 20},
      {20ms, 50ms, 100ms, 5},
      {20ms, 10ms, 200ms, 3},
      {105ms, 33ms, 100ms, 11},
      {3s, 33ms, 500ms, 30},
  }));
  Call call;
  call.interval = row.reports;
  call.facts = {row.rtt, row.frame, megabits_per_second(1000), bytes(1000)};
  CHECK(call.reports_until(State::reduced, 128) == row.interval + 1);
}

TEST_CASE("Breaker 3: cut to a tenth it closes again where that was enough") {
  Call call;
  REQUIRE(call.reports_until(State::reduced, heavy) > 0);
  call.facts.sending_rate = call.breaker.limit();
  for (int i = 0; i < 10; ++i) CHECK(call.report(heavy) == State::reduced);
  CHECK(call.report(heavy) == State::closed);
}

TEST_CASE("Breaker 3: losses that last limit the rate to below where it trips, and none do not") {
  Call call;
  call.facts.sending_rate = kilobits_per_second(500);
  for (int i = 0; i < 5; ++i) call.report(0);
  CHECK(call.breaker.limit() == DataRate::unlimited());
  for (int i = 0; i < 20; ++i) CHECK(call.report(heavy) == State::closed);
  CHECK(call.breaker.limit().bps() == Approx(7 * 320e3).epsilon(0.01));
  for (int i = 0; i < 20; ++i) call.report(0);
  CHECK(call.breaker.limit() == DataRate::unlimited());
}

TEST_CASE("Breaker 3: the limit stays where a longer round trip makes CB_INTERVAL longer") {
  Call call;
  call.facts.sending_rate = kilobits_per_second(500);
  for (int i = 0; i < 20; ++i) call.report(heavy);
  const DataRate limit = call.breaker.limit();
  call.facts.round_trip_time = 1s;
  call.report(heavy);
  CHECK(call.breaker.limit() == limit);
}

TEST_CASE("Breaker 3: a cut stays until a whole CB_INTERVAL has been judged, however long that has become") {
  Call call;
  REQUIRE(call.reports_until(State::reduced, heavy) > 0);
  call.facts.sending_rate = call.breaker.limit();
  for (int i = 0; i < 10; ++i) call.report(heavy);
  call.facts.round_trip_time = 300ms;
  for (int i = 0; i < 19; ++i) CHECK(call.report(heavy) == State::reduced);
}

TEST_CASE("Breaker 3: a limit comes with half of CB_INTERVAL") {
  Call call;
  call.facts.sending_rate = kilobits_per_second(500);
  for (int i = 0; i < 5; ++i) call.report(heavy);
  CHECK(call.breaker.limit() == DataRate::unlimited());
  call.report(heavy);
  CHECK(call.breaker.limit() < megabits_per_second(2.3));
}

TEST_CASE("Breaker 3: no trip where the loss is small, the rate low, nothing known, or the loss over") {
  struct Row {
    const char* what;
    int lost;
    DataRate rate;
    Duration rtt;
  };
  const auto row = GENERATE(values<Row>({
      {"below ten times TCP", heavy, kilobits_per_second(3199), 100ms},
      {"5 % at 2.5 Mbit/s", 13, kilobits_per_second(2500), 100ms},
      {"no loss", 0, megabits_per_second(100), 100ms},
      {"no round trip known", 200, megabits_per_second(100), 0ms},
  }));
  INFO(row.what);
  Call call;
  call.facts.sending_rate = row.rate;
  call.facts.round_trip_time = row.rtt;
  for (int i = 0; i < 300; ++i) CHECK(call.report(row.lost) == State::closed);
}

TEST_CASE("Breaker 3: a burst of loss that is over does not trip it") {
  Call call;
  for (int i = 0; i < 20; ++i) call.report(0);
  REQUIRE(call.report(200) == State::closed);  // 8 % over ten reports, in one of them: 1.1 Mbit/s for TCP
  call.facts.sending_rate = megabits_per_second(20);
  for (int i = 0; i < 20; ++i) CHECK(call.report(0) == State::closed);
}

// As beside a TCP that fills a queue of 0.9 s: one report has a burst of 11 % lost, which is 0.6 % over CB_INTERVAL.
// The equation gives TCP 0.17 Mbit/s for that, and it has the other half of the link.
TEST_CASE("Breaker 3: a burst from a full queue is one loss event, and losses that last are many") {
  const bool lasts = GENERATE(false, true);
  Call call;
  call.interval = 500ms;
  call.facts = {900ms, 33ms, megabits_per_second(2.1), bytes(1228)};
  for (int i = 0; i < 40; ++i) call.report(0);
  if (!lasts) {
    CHECK(call.report(29) == State::closed);
    return;
  }
  int reports = 1;
  while (call.report(5) == State::closed && reports < 100) ++reports;
  CHECK(reports < 18);
}

TEST_CASE("Breaker 3: the mean is weighted by the length of the intervals") {
  const bool long_one_lossy = GENERATE(false, true);
  Call call;
  call.facts = {100ms, 33ms, kilobits_per_second(3300), bytes(1000)};
  for (int i = 0; i < 30; ++i) call.report(0);
  for (int i = 0; i < 9; ++i) call.report(long_one_lossy ? 1 : 20);
  call.interval = 900ms;
  // Means of 128/2 and of (20 + 1)/2, give or take: TCP would have 196 and 480 kbit/s.
  CHECK(call.report(long_one_lossy ? 128 : 1) == (long_one_lossy ? State::reduced : State::closed));
}

namespace {

/// Sends and hears nothing until it opens: breaker 1.
void trip(CircuitBreaker& breaker, LocalTime& now) {
  breaker.on_media_sent(now);
  now += 15s;
  breaker.on_tick(now);
  REQUIRE(breaker.state() == State::open);
}

void wait_for_retry(CircuitBreaker& breaker, LocalTime& now) {
  now = *breaker.next_tick();
  breaker.on_tick(now);
  REQUIRE(breaker.state() == State::closed);
}

ReportBlock up_to(std::uint32_t highest) {
  ReportBlock block;
  block.extended_highest_sequence = highest;
  return block;
}

}  // namespace

TEST_CASE("Open, without a report, it closes after 15 s, and after twice as long each time, up to 4 minutes") {
  CircuitBreaker breaker;
  LocalTime now = t0;
  breaker.start(now);
  for (const Duration wait : {15s, 30s, 60s, 120s, 240s, 240s}) {
    trip(breaker, now);
    REQUIRE(breaker.next_tick() == now + wait);
    breaker.on_tick(now + wait - 1ns);
    CHECK(breaker.state() == State::open);
    wait_for_retry(breaker, now);
    CHECK(breaker.reason().empty());
    CHECK_FALSE(breaker.next_tick());
  }
}

TEST_CASE("The wait doubles only for a trip within a minute after media went on") {
  CircuitBreaker breaker;
  LocalTime now = t0;
  breaker.start(now);
  trip(breaker, now);
  wait_for_retry(breaker, now);
  SECTION("a minute of health is enough to forget") {
    now += 45s;
    trip(breaker, now);
    CHECK(breaker.next_tick() == now + 15s);
  }
  SECTION("less is not") {
    now += 44s;
    trip(breaker, now);
    CHECK(breaker.next_tick() == now + 30s);
  }
  SECTION("another path knows nothing of it") {
    breaker.start(now);
    trip(breaker, now);
    CHECK(breaker.next_tick() == now + 15s);
  }
}

TEST_CASE("Open, it asks for a packet a second, and for one at once when reports are back") {
  CircuitBreaker breaker;
  LocalTime now = t0;
  breaker.start(now);
  CHECK_FALSE(breaker.probe_due());
  breaker.on_report(up_to(7), {}, now);
  trip(breaker, now);
  CHECK(breaker.probe_due() == now + 1s);
  breaker.on_media_sent(now += 1100ms);
  CHECK(breaker.probe_due() == now + 1s);
  CHECK(breaker.next_tick() == t0 + 30s);  // probes neither put off the retry nor trip it again
  breaker.on_report(up_to(7), {}, now += 300ms);
  CHECK(breaker.probe_due() == now);
  breaker.on_media_sent(now);
  breaker.on_report(up_to(7), {}, now += 300ms);
  CHECK(breaker.probe_due() == now + 700ms);
  CHECK(breaker.state() == State::open);
}

TEST_CASE("A dead path is believed as soon as a report shows that a packet arrived") {
  const bool by_reports = GENERATE(false, true);  // that there were none, or that they did not advance
  Call call;
  call.report(0);
  if (by_reports) {
    REQUIRE(call.reports_until(State::open, 0, false) == 5);
  } else {
    trip(call.breaker, call.now);
  }
  for (int i = 0; i < 20; ++i) REQUIRE(call.report(0, false) == State::open);
  CHECK(call.report(0) == State::closed);
  CHECK(call.breaker.reason().empty());
}

TEST_CASE("A dead path that dies again within a minute rests for 3 s, then twice as long each time") {
  Call call;
  call.report(0);
  REQUIRE(call.reports_until(State::open, 0, false) > 0);
  REQUIRE(call.report(0) == State::closed);
  for (const int reports : {30, 60, 120}) {  // of 100 ms each
    REQUIRE(call.reports_until(State::open, 0, false) > 0);
    CHECK(call.breaker.probe_due() == call.now + reports * 100ms);
    CHECK(call.reports_until(State::closed, 0) == reports);
  }
  for (int i = 0; i < 600; ++i) call.report(0);
  REQUIRE(call.reports_until(State::open, 0, false) > 0);
  CHECK(call.report(0) == State::closed);
}

TEST_CASE("After heavy loss no packet that arrives shortens the wait, and none is asked for") {
  Call call;
  REQUIRE(call.reports_until(State::open, heavy) > 0);
  const auto reopen = call.breaker.next_tick();
  CHECK(reopen == call.now + 15s);
  CHECK_FALSE(call.breaker.probe_due());
  for (int i = 0; i < 20; ++i) CHECK(call.report(0) == State::open);
  CHECK_FALSE(call.breaker.probe_due());
  CHECK(call.breaker.next_tick() == reopen);
}
