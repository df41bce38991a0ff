#include <algorithm>
#include <catch2/catch.hpp>
#include <ctime>
#include <random>

#include "core/session/playout_delay.h"
#include "simple_playout_delay.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr LocalTime t0{1000s};

/// Frames as a path, losses and a hostile peer make them: late by up to 300 ms, of the past, at up to 1000 a second,
/// after pauses, and with timestamps that leap.
class AnyFrames {
 public:
  explicit AnyFrames(unsigned seed) : random_(seed), step_(std::chrono::milliseconds(1 + random_() % 50)) {}

  struct Frame {
    std::uint32_t timestamp;
    LocalTime completed;
    bool recovered;
  };
  Frame next() {
    captured_ += one_in(500) ? 4s : step_;
    if (one_in(400)) base_ = static_cast<std::uint32_t>(random_());
    if (one_in(300)) losses_ = random_() % 20;
    const auto late = random_() % 3 == 0 ? std::chrono::milliseconds(random_() % 300) : 0ms;
    const auto past = one_in(50) ? std::chrono::milliseconds(random_() % 13'000) : 0ms;
    const auto timestamp = base_ + static_cast<std::uint32_t>(captured_ / 1us * 9 / 100);
    return {timestamp, t0 + captured_ + late - past, random_() % 100 < losses_};
  }
  bool one_in(unsigned n) { return random_() % n == 0; }
  double share() { return 0.5 + 0.5 * static_cast<double>(random_()) / static_cast<double>(random_.max()); }

 private:
  std::mt19937 random_;
  Duration step_;
  Duration captured_{};
  std::uint32_t base_ = 0;
  std::uint_fast32_t losses_ = 0;
};

}  // namespace

TEST_CASE("Frames are shown when the simple computation over all of them says") {
  const auto seed = GENERATE(range(1u, 21u));
  CAPTURE(seed);
  AnyFrames frames(seed);
  PlayoutDelay playout;
  SimplePlayoutDelay simple;
  int held = 0;
  for (int i = 0; i < 3000; ++i) {
    if (frames.one_in(100)) {
      const PlayoutLimits limits{frames.one_in(4) ? 1 : frames.share(), frames.one_in(2) ? 60ms : 0ms};
      playout.set_limits(limits);
      simple.set_limits(limits);
    }
    const auto frame = frames.next();
    const LocalTime shown = playout.show_at(frame.timestamp, frame.completed, frame.recovered);
    REQUIRE(shown == simple.show_at(frame.timestamp, frame.completed, frame.recovered));
    REQUIRE(playout.hold() == simple.hold());
    held += shown > frame.completed ? 1 : 0;
  }
  CHECK(held > 100);
}

TEST_CASE("Timestamps that leap with each frame do not add up") {
  const auto leap = GENERATE(0x7FFF'FFFFu, 0x8000'0000u);  // forward, and back
  PlayoutDelay playout;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    const LocalTime completed = t0 + i * 1ms;
    if (playout.show_at(i * leap, completed) != completed) FAIL(i);
  }
  CHECK(playout.hold() == Duration::zero());
}

TEST_CASE("Many tiny frames take little time each") {
  PlayoutDelay playout;
  std::mt19937 random(1);
  const std::clock_t begin = std::clock();
  for (std::uint32_t i = 0; i < 200'000; ++i) {  // 10,000 a second
    playout.show_at(i * 9, t0 + i * 100us + std::chrono::milliseconds(random() % 100), random() % 10 == 0);
  }
  CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 8);  // a pass over all of them takes minutes
  CHECK(to_milliseconds(playout.hold()) == Approx(80).margin(3));
}
