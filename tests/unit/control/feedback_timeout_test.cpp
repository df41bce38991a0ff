#include "core/control/feedback_timeout.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("Without a report the timeout expires once per interval, counted from the first packet sent") {
  const LocalTime t0{100s};
  FeedbackTimeout timeout;
  CHECK_FALSE(timeout.expired(t0 + 10s, 300ms));  // nothing was sent
  timeout.on_sent(t0, 300ms);
  timeout.on_sent(t0 + 200ms, 300ms);
  CHECK_FALSE(timeout.expired(t0 + 299ms, 300ms));
  CHECK(timeout.expired(t0 + 300ms, 300ms));
  CHECK_FALSE(timeout.expired(t0 + 599ms, 300ms));
  CHECK(timeout.expired(t0 + 600ms, 300ms));
  CHECK(timeout.expirations() == 2);
  timeout.on_feedback(t0 + 700ms, 50ms);
  CHECK_FALSE(timeout.expired(t0 + 10s, 300ms));
}

TEST_CASE("A packet that nobody reports on before a pause is one silence and not many") {
  const LocalTime t0{100s};
  FeedbackTimeout timeout;
  timeout.on_sent(t0, 300ms);
  CHECK(timeout.expired(t0 + 300ms, 300ms));
  CHECK_FALSE(timeout.deadline());
  CHECK_FALSE(timeout.expired(t0 + 10s, 300ms));
  timeout.on_sent(t0 + 10s, 300ms);
  CHECK(timeout.expired(t0 + 10s + 300ms, 300ms));
  CHECK(timeout.expirations() == 2);
}

TEST_CASE("Who asks late has slept: reports that wait for him get a moment, once") {
  const LocalTime t0{100s};
  FeedbackTimeout timeout;
  timeout.on_sent(t0, 300ms);
  CHECK_FALSE(timeout.expired(t0 + 500ms, 300ms));
  CHECK(timeout.deadline() == t0 + 550ms);
  CHECK(timeout.expired(t0 + 900ms, 300ms));  // late again, and nothing came
}

TEST_CASE("A report about no packet does not end the silence") {
  const LocalTime t0{100s};
  FeedbackTimeout timeout;
  timeout.on_sent(t0, 300ms);
  CHECK_FALSE(timeout.on_report({}));
  CHECK(timeout.deadline() == t0 + 300ms);
  const PacketResult lost;
  PathReport report;
  report.packets = {&lost, 1};
  CHECK(timeout.on_report(report));
  CHECK_FALSE(timeout.deadline());
}

TEST_CASE("Reports that are rare are not missed: it lasts a round trip more than they are apart") {
  const LocalTime t0{100s};
  FeedbackTimeout timeout;
  const PacketResult lost;
  PathReport report;
  report.packets = {&lost, 1};
  report.min_round_trip_time = 100ms;
  report.smoothed_round_trip_time = 900ms;  // a queue does not count
  const auto deadline_after = [&](std::initializer_list<Duration> gaps) {
    report.now = t0;
    timeout.on_report(report);
    for (const Duration gap : gaps) {
      report.now += gap;
      timeout.on_report(report);
    }
    timeout.on_sent(report.now, 300ms);
    return *timeout.deadline() - report.now;
  };
  CHECK(deadline_after({50ms, 50ms, 50ms}) == 300ms);
  CHECK(deadline_after({250ms, 350ms}) == 450ms);
  CHECK(deadline_after({50ms, 350ms, 50ms}) > 400ms);
  CHECK(deadline_after({350ms, 50ms, 50ms, 50ms, 50ms, 50ms, 50ms}) == 300ms);
  CHECK(deadline_after({2s}) == 300ms);  // the path stood still
  CHECK(timeout.expired(report.now + 300ms, 300ms));
}
