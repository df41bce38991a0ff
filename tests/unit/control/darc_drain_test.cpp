#include "core/control/darc/low_delay.h"

#include <catch2/catch.hpp>
#include <vector>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Interval {
  LocalTime begin;
  LocalTime end;
};

/// The next time at which it drains, looked for each 1 ms from `now` on, which it leaves at the end of it.
Interval next_drain(darc::Drain& drain, LocalTime& now) {
  for (int i = 0; i < 10'000 && !drain.active(now); ++i) now += 1ms;
  const LocalTime begin = now;
  for (int i = 0; i < 10'000 && drain.active(now); ++i) now += 1ms;
  return {begin, now};
}

/// Tells of ten packets sent during a drain of which so many were on the floor, and of one sent after it.
void judge(darc::Drain& drain, Interval drained, int on_floor) {
  for (int i = 0; i < 10; ++i) drain.on_packet(drained.begin + i * 1ms, i < on_floor);
  drain.on_packet(drained.end, false);
}

}  // namespace

TEST_CASE("DARC drains first 4 s after the start and then 4 to 6 s after the last time") {
  darc::Drain drain;
  LocalTime now = t0;
  drain.start(t0);
  CHECK_FALSE(drain.active(t0 + 4s - 1ns));
  const Interval first = next_drain(drain, now);
  CHECK(first.begin == t0 + 4s);
  CHECK(first.end - first.begin == 60ms);
  Duration least = 10s;
  Duration most = 0s;
  LocalTime end = first.end;
  for (int i = 0; i < 100; ++i) {
    const Interval interval = next_drain(drain, now);
    CHECK(interval.end - interval.begin == 60ms);  // nothing was told
    least = std::min(least, interval.begin - end);
    most = std::max(most, interval.begin - end);
    end = interval.end;
  }
  CHECK(least >= 4s);
  CHECK(least < 4200ms);  // of 100 at random between 0 and 2 s, the least but once in 27 000 times
  CHECK(most <= 6001ms);
  CHECK(most > 5800ms);
}

TEST_CASE("DARC drains longer where no packet found the floor and shorter where more than half did") {
  struct Row {
    int on_floor;  // of ten
    Duration expected;
  };
  const auto row = GENERATE(values<Row>({{0, 96ms},  // 60 8/5
                                         {1, 60ms},
                                         {5, 60ms},
                                         {6, 45ms},  // 60 3/4
                                         {10, 45ms}}));
  darc::Drain drain;
  LocalTime now = t0;
  drain.start(t0);
  judge(drain, next_drain(drain, now), row.on_floor);
  CHECK(drain.length() == row.expected);
  const Interval second = next_drain(drain, now);
  CHECK(second.end - second.begin == row.expected);
}

TEST_CASE("DARC drains for 40 to 300 ms") {
  struct Row {
    int on_floor;
    std::vector<Duration> expected;
  };
  const auto row = GENERATE(values<Row>({{0, {96ms, 153'600us, 245'760us, 300ms, 300ms}}, {10, {45ms, 40ms, 40ms}}}));
  darc::Drain drain;
  LocalTime now = t0;
  drain.start(t0);
  for (const Duration expected : row.expected) {
    judge(drain, next_drain(drain, now), row.on_floor);
    CHECK(drain.length() == expected);
  }
}

TEST_CASE("Only packets that were sent while DARC drained are judged") {
  darc::Drain drain;
  LocalTime now = t0;
  drain.start(t0);
  drain.on_packet(t0 + 1s, false);  // nothing has been drained yet
  const Interval first = next_drain(drain, now);
  drain.on_packet(first.begin - 1ns, true);
  drain.on_packet(first.end, false);
  CHECK(drain.length() == 60ms);  // no packet, no judgement
  const Interval second = next_drain(drain, now);
  drain.on_packet(second.begin, true);
  drain.on_packet(second.end - 1ns, true);
  CHECK(drain.length() == 60ms);  // not before its end
  drain.on_packet(second.end, false);
  CHECK(drain.length() == 45ms);
  for (int i = 0; i < 10; ++i) drain.on_packet(second.begin + i * 1ms, false);  // told late: it was judged
  drain.on_packet(second.end, false);
  CHECK(drain.length() == 45ms);
  judge(drain, next_drain(drain, now), 0);  // nor are those of before counted now
  CHECK(drain.length() == 72ms);
}

TEST_CASE("A new start ends DARC's drain and keeps its length") {
  darc::Drain drain;
  LocalTime now = t0;
  drain.start(t0);
  judge(drain, next_drain(drain, now), 0);
  for (int i = 0; i < 10'000 && !drain.active(now); ++i) now += 1ms;
  drain.start(now);
  CHECK_FALSE(drain.active(now));
  CHECK_FALSE(drain.active(now + 4s - 1ns));
  CHECK(drain.active(now + 4s));
  CHECK(drain.active(now + 4s + 96ms - 1ns));
  CHECK_FALSE(drain.active(now + 4s + 96ms));
}

TEST_CASE("DARC drains no queue where a packet met none within the last second") {
  darc::Drain drain;
  drain.start(t0);
  drain.on_packet(t0 + 3100ms, true);
  CHECK_FALSE(drain.active(t0 + 4s));
  CHECK_FALSE(drain.active(t0 + 8s - 1ns));
  LocalTime now = t0 + 8s;
  const Interval next = next_drain(drain, now);
  CHECK(next.begin <= t0 + 10s);
  CHECK(next.end - next.begin == drain.length());
}

TEST_CASE("DARC drains at other times with another seed, and at the same with the same") {
  const auto begins = [](std::uint64_t seed) {
    darc::Drain drain(seed);
    LocalTime now = t0;
    drain.start(t0);
    std::vector<LocalTime> times;
    for (int i = 0; i < 20; ++i) times.push_back(next_drain(drain, now).begin);
    return times;
  };
  const auto first = begins(1);
  CHECK(begins(1) == first);
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{1} << 40}) {
    const auto other = begins(seed);
    int together = 0;
    for (std::size_t i = 1; i < other.size(); ++i) {
      for (const LocalTime t : first) together += std::abs((t - other[i]).count()) < Duration(60ms).count() ? 1 : 0;
    }
    CAPTURE(seed, together);
    CHECK(together <= 4);  // 120 ms of 5 s, 19 times
  }
}
