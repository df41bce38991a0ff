#include "app/call/picture_counters.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

/// 31 pictures at this interval, then one after `gap`.
int freezes_after(Duration interval, Duration gap) {
  FreezeDetector detector;
  LocalTime t = t0;
  for (int i = 0; i <= 30; ++i) detector.on_shown(t += interval);
  detector.on_shown(t + gap);
  return detector.freezes();
}

}  // namespace

TEST_CASE("A freeze is an interval of at least max(3 d, d + 150 ms)") {
  struct Row {
    Duration interval;
    Duration gap;
    int freezes;
  };
  const auto row = GENERATE(values<Row>({
      {40ms, 189ms, 0},
      {40ms, 190ms, 1},
      {100ms, 299ms, 0},
      {100ms, 300ms, 1},
      {20ms, 60ms, 0},
      {20ms, 170ms, 1},
      {40ms, 10s, 1},
  }));
  CAPTURE(row.interval.count(), row.gap.count());
  CHECK(freezes_after(row.interval, row.gap) == row.freezes);
}

TEST_CASE("Until 30 intervals are known there is no freeze") {
  FreezeDetector detector;
  LocalTime t = t0;
  for (int i = 0; i < 30; ++i) detector.on_shown(t += 40ms);  // 29 intervals
  detector.on_shown(t += 2s);
  CHECK(detector.freezes() == 0);
  detector.on_shown(t += 2s);
  CHECK(detector.freezes() == 1);
}

TEST_CASE("The mean is of the last 30 intervals, the frozen one among them") {
  FreezeDetector detector;
  LocalTime t = t0;
  for (int i = 0; i <= 30; ++i) detector.on_shown(t += 40ms);
  for (int i = 0; i <= 30; ++i) detector.on_shown(t += 100ms);
  detector.on_shown(t += 290ms);
  CHECK(detector.freezes() == 0);
  detector.on_shown(t += 305ms);  // d = (29 100 + 290) / 30 = 106.3
  CHECK(detector.freezes() == 0);
  detector.on_shown(t += 345ms);
  CHECK(detector.freezes() == 1);
}

TEST_CASE("An interruption is no freeze") {
  FreezeDetector detector;
  LocalTime t = t0;
  for (int i = 0; i <= 30; ++i) detector.on_shown(t += 40ms);
  detector.interrupt();
  detector.on_shown(t += 10s);
  detector.on_shown(t += 40ms);
  CHECK(detector.freezes() == 0);
}

TEST_CASE("The longest interval since the last time it was asked for") {
  FreezeDetector detector;
  CHECK_FALSE(detector.take_longest());
  detector.on_shown(t0);
  CHECK_FALSE(detector.take_longest());
  detector.on_shown(t0 + 40ms);
  detector.on_shown(t0 + 120ms);
  detector.on_shown(t0 + 150ms);
  CHECK(detector.take_longest() == 80ms);
  CHECK_FALSE(detector.take_longest());
  detector.on_shown(t0 + 160ms);
  CHECK(detector.take_longest() == 10ms);
}

TEST_CASE("Pictures per second are those of the last second") {
  RateCounter counter;
  CHECK(counter.per_second(t0) == 0);
  for (int i = 0; i < 90; ++i) counter.on_event(t0 + i * 33'333'333ns);
  const LocalTime last = t0 + 89 * 33'333'333ns;
  CHECK(counter.per_second(last) == Approx(30).margin(1));
  CHECK(counter.per_second(last + 500ms) == Approx(15).margin(1));
  CHECK(counter.per_second(last + 1s) == 0);
}
