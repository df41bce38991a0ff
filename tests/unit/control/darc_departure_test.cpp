#include "core/control/darc/departure.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr Duration step = 100ms;

/// Reports 100 ms apart of a bottleneck of 2 Mbit/s.
struct Reports {
  darc::Departure departure;
  DataRate capacity = megabits_per_second(2);
  LocalTime now = t0;

  bool next(bool queue_is_short) { return departure.on_report(queue_is_short, capacity, now += step); }
  /// For how long the queue must be short; -1 s: for more than 10 s.
  Duration short_until_gone() {
    next(true);
    const LocalTime begun = now;
    while (now - begun < 10s) {
      if (next(true)) return now - begun;
    }
    return -1s;
  }
};

}  // namespace

TEST_CASE("For DARC another is gone where the queue is short for 1.2 s") {
  Reports reports;
  reports.departure.start(t0, reports.capacity);
  for (int i = 0; i < 40; ++i) CHECK_FALSE(reports.next(i % 12 < 9));  // three quarters of the time
  for (int i = 0; i < 10; ++i) CHECK_FALSE(reports.next(false));
  CHECK(reports.short_until_gone() == 1200ms);
}

TEST_CASE("DARC waits for twice as long for one that came back soon, up to 4 s") {
  Reports reports;
  reports.departure.start(reports.now, reports.capacity);
  CHECK(reports.short_until_gone() == 1200ms);
  reports.departure.start(reports.now += 19s, reports.capacity);
  CHECK(reports.short_until_gone() == 2400ms);
  reports.departure.start(reports.now += 19s, reports.capacity);
  CHECK(reports.short_until_gone() == 4s);
  reports.departure.start(reports.now += 20s, reports.capacity);
  CHECK(reports.short_until_gone() == 1200ms);
}

TEST_CASE("DARC waits for 4 s where the bottleneck has become wider by a quarter") {
  const double wider = GENERATE(1.24, 1.26);
  Reports reports;
  reports.departure.start(t0, 2 * reports.capacity);
  CHECK_FALSE(reports.next(false));  // narrower meanwhile: from here
  reports.capacity = wider * reports.capacity;
  CHECK(reports.short_until_gone() == (wider < 1.25 ? 1200ms : 4s));
}

TEST_CASE(
    "For DARC another is gone as well where the queue is long only for moments, as on a link that sends in bursts") {
  Reports reports;
  reports.departure.start(t0, reports.capacity);
  int i = 0;
  while (i < 100 && !reports.next(i % 10 != 9)) ++i;
  CHECK(i > 20);  // 0.9 s less 0.6 in each second
  CHECK(i < 35);
}
