#include "core/session/playout_delay.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};
constexpr Duration interval = 33'333'333ns;

/// Frames 30 times a second over a path of 40 ms and what `extra` adds, not overtaking each other.
class Stream {
 public:
  explicit Stream(std::uint32_t first_timestamp = 12345) : timestamp_(first_timestamp) {}

  struct Frame {
    LocalTime captured;
    LocalTime completed;
    LocalTime shown;
    Duration held() const { return shown - completed; }
  };
  template <class Extra>
  std::vector<Frame> run(int frames, Extra&& extra) {
    std::vector<Frame> out;
    for (int i = 0; i < frames; ++i, ++index_) {
      const LocalTime captured = t0 + index_ * interval;
      last_ = std::max(last_, captured + 40ms + extra());
      const auto timestamp = timestamp_ + static_cast<std::uint32_t>(index_ * 3000);
      out.push_back({captured, last_, playout.show_at(timestamp, last_)});
    }
    return out;
  }
  void restart_timestamps(std::uint32_t first) { timestamp_ = first - static_cast<std::uint32_t>(index_ * 3000); }

  PlayoutDelay playout;

 private:
  std::uint32_t timestamp_;
  std::int64_t index_ = 0;
  LocalTime last_{};
};

std::function<Duration()> jitter(double sigma_ms, unsigned seed = 1) {
  return [random = std::mt19937(seed), normal = std::normal_distribution<double>(0, sigma_ms)]() mutable {
    return from_seconds(std::abs(normal(random)) * 1e-3);
  };
}

Duration none() { return {}; }

}  // namespace

TEST_CASE("Without jitter frames are shown as they come") {
  Stream stream;
  for (const auto& f : stream.run(300, none)) REQUIRE(f.held() < 1ms);
  CHECK(stream.playout.hold() < 1ms);
}

TEST_CASE("With jitter the hold covers 80 % of the frames and little more") {
  const double sigma = GENERATE(3.0, 10.0, 25.0);
  Stream stream;
  stream.run(150, jitter(sigma, 1));
  int late = 0;
  double hold = 0;
  auto extra = jitter(sigma, 2);
  for (int i = 0; i < 3000; ++i) {
    late += stream.run(1, extra)[0].held() == Duration::zero() ? 1 : 0;
    hold += to_milliseconds(stream.playout.hold()) / 3000;
  }
  CAPTURE(sigma);
  CHECK(late < 3000 * 0.25);
  CHECK(late > 3000 * 0.17);
  CHECK(hold > 1.1 * sigma);  // p80 of |N(0, sigma)| is 1.28 sigma
  CHECK(hold < 1.4 * sigma);
}

TEST_CASE("Shown pictures keep the pace of the camera, in order") {
  Stream stream;
  stream.run(150, jitter(10, 1));
  const auto frames = stream.run(900, jitter(10, 2));
  double square = 0;
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const Duration step = frames[i].shown - frames[i - 1].shown;
    REQUIRE(step > -8ms);  // a new minimum shifts the base; the player shows in order all the same
    square += std::pow(to_milliseconds(step - interval), 2);
  }
  CHECK(std::sqrt(square / 900) < 6);  // of the arrivals it is 8.5
}

TEST_CASE("The hold is at most 250 ms, and a late frame is shown at once") {
  Stream stream;
  std::mt19937 random(3);
  const auto frames = stream.run(300, [&] { return std::chrono::milliseconds(random() % 900); });
  for (const auto& f : frames) {
    REQUIRE(f.shown >= f.completed);
    REQUIRE(f.held() <= 250ms);
  }
  CHECK(stream.playout.hold() <= 250ms);
  CHECK(stream.playout.hold() > 150ms);
}

TEST_CASE("The hold grows at once and is gone within three seconds of a calm path") {
  Stream stream;
  stream.run(90, none);
  stream.run(30, jitter(20));
  CHECK(stream.playout.hold() > 10ms);
  stream.run(90, jitter(20));
  CHECK(stream.playout.hold() > 20ms);
  const Duration held = stream.playout.hold();
  stream.run(30, none);
  CHECK(stream.playout.hold() > held / 2);  // the last two seconds still have the jitter
  stream.run(60, none);
  CHECK(stream.playout.hold() < 3ms);
}

TEST_CASE("It shrinks by a tenth of the time that passes") {
  Stream stream;
  std::mt19937 random(3);
  stream.run(300, [&] { return std::chrono::milliseconds(random() % 400); });
  Duration before = stream.playout.hold();
  REQUIRE(before > 100ms);
  for (int i = 0; i < 150; ++i) {
    stream.run(1, none);
    REQUIRE(stream.playout.hold() >= before - interval / 10 - 50us);
    before = stream.playout.hold();
  }
  CHECK(before < 5ms);
}

TEST_CASE("The wrap of the timestamp is no event") {
  Stream plain(1000);
  Stream wraps(static_cast<std::uint32_t>(-300 * 3000));
  const auto a = plain.run(900, jitter(10));
  const auto b = wraps.run(900, jitter(10));
  for (std::size_t i = 0; i < a.size(); ++i) REQUIRE(std::chrono::abs(a[i].shown - b[i].shown) < 20us);
}

TEST_CASE("Another stream, with timestamps of its own, begins anew") {
  Stream stream;
  stream.run(300, jitter(20));
  stream.restart_timestamps(GENERATE(0x9000'0000u, 0x3000'0000u, 0xFFFF'0000u));
  for (const auto& f : stream.run(30, none)) REQUIRE(f.held() < 1ms);
  CHECK(stream.playout.hold() < 1ms);
}

TEST_CASE("A camera that paused goes on without a hitch") {
  PlayoutDelay playout;
  playout.show_at(0, t0);
  const auto later = static_cast<std::uint32_t>(60 * 90'000);
  CHECK(playout.show_at(later, t0 + 60s) == t0 + 60s);
  CHECK(playout.show_at(later + 3000, t0 + 60s + interval) - (t0 + 60s + interval) < 1ms);
}

TEST_CASE("Clocks that run apart by 100 ppm do not pile up delay") {
  PlayoutDelay playout;
  const double skew = GENERATE(100e-6, -100e-6);
  Duration longest{};
  for (int i = 0; i < 30 * 600; ++i) {
    const LocalTime completed = t0 + i * interval + from_seconds(skew * i / 30);
    longest = std::max(longest, playout.show_at(static_cast<std::uint32_t>(i * 3000), completed) - completed);
  }
  CHECK(longest < 1ms);
}

namespace {

/// Of each `period` frames the last `late` ones come 150 ms late, and are said to be recovered or not.
Duration longest_hold(int period, int late, bool said) {
  PlayoutDelay playout;
  Duration longest{};
  for (int i = 0; i < 5 * period; ++i) {
    const bool is_late = i % period >= period - late;
    const LocalTime completed = t0 + i * interval + (is_late ? 150ms : 0ms);
    playout.show_at(static_cast<std::uint32_t>(i * 3000), completed, is_late && said);
    longest = std::max(longest, playout.hold());
  }
  return longest;
}

}  // namespace

TEST_CASE("Recovered frames do not count while they are few, and add 60 ms at most") {
  CHECK(longest_hold(300, 14, false) > 149ms);  // 23 % of two seconds
  CHECK(longest_hold(300, 14, true) < 1ms);     // 4.7 % of ten
  const Duration often = longest_hold(100, 30, true);
  CHECK(often > 59ms);
  CHECK(often < 61ms);
}

TEST_CASE("Recovered frames that are hardly late add what they are late by") {
  PlayoutDelay playout;
  for (int i = 0; i < 300; ++i) {
    const bool recovered = i % 3 == 0;
    playout.show_at(static_cast<std::uint32_t>(i * 3000), t0 + i * interval + (recovered ? 30ms : 0ms), recovered);
  }
  CHECK(playout.hold() > 29ms);
  CHECK(playout.hold() < 31ms);
}

TEST_CASE("What many recovered frames added is gone after ten seconds without") {
  PlayoutDelay playout;
  const auto run = [&](int from, int to, bool recovered) {
    for (int i = from; i < to; ++i) {
      playout.show_at(static_cast<std::uint32_t>(i * 3000), t0 + i * interval + (recovered ? 50ms : 0ms), recovered);
    }
  };
  run(0, 60, false);
  run(60, 120, true);
  CHECK(playout.hold() > 40ms);
  run(120, 420, false);
  CHECK(playout.hold() < 1ms);
}

TEST_CASE("A stream of recovered frames alone is shown as it comes") {
  PlayoutDelay playout;
  for (int i = 0; i < 100; ++i) {
    const LocalTime completed = t0 + i * interval;
    CHECK(playout.show_at(static_cast<std::uint32_t>(i * 3000), completed, true) - completed < 1ms);
  }
}

TEST_CASE("Frames that waited for a repaired one were complete before it, and are late at once") {
  PlayoutDelay playout;
  for (int i = 0; i < 90; ++i) playout.show_at(static_cast<std::uint32_t>(i * 3000), t0 + i * interval);
  const LocalTime repaired = t0 + 90 * interval + 120ms;
  CHECK(playout.show_at(90 * 3000, repaired, true) == repaired);
  for (int i = 91; i < 100; ++i) {
    const LocalTime completed = t0 + i * interval;
    CHECK(playout.show_at(static_cast<std::uint32_t>(i * 3000), completed) - completed < 1ms);
    CHECK(playout.hold() < 1ms);
  }
}

TEST_CASE("An extra delay is on top of what the path needs, at once and within its limits; what is late is not later") {
  struct Row {
    Duration set, added;
  };
  const auto row = GENERATE(
      values<Row>({{0ms, 0ms}, {80ms, 80ms}, {500ms, 500ms}, {2s, 500ms}, {-1s, 0ms}, {Duration::max(), 500ms}}));
  Stream stream;
  CHECK(stream.run(60, [] { return 0ms; }).back().held() < 1us);
  stream.playout.set_extra_delay(row.set);
  CHECK(to_milliseconds(stream.run(1, [] { return 0ms; }).back().held()) ==
        Approx(to_milliseconds(row.added)).margin(0.01));
  CHECK(stream.playout.hold() < 1us);
  const auto late = stream.run(1, [] { return 600ms; }).back();
  CHECK(late.held() >= Duration::zero());
  CHECK(late.held() <= 250ms);
  stream.playout.reset();
  CHECK(to_milliseconds(stream.run(1, [] { return 0ms; }).back().held()) ==
        Approx(to_milliseconds(row.added)).margin(0.01));
}
