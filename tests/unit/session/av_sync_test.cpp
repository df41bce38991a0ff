#include "core/session/av_sync.h"

#include <catch2/catch.hpp>
#include <random>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1h};
constexpr std::uint64_t ntp0 = 0xFFFF'FFFF'8000'0000;  // wraps half a second later

std::uint64_t ntp_at(double seconds) { return ntp0 + static_cast<std::uint64_t>(seconds * 4294967296.0); }

// Both ends of a call: sound and picture take so long from capture to ear and eye, holds beside.
struct Ends {
  double sound_delay = 0.1;
  double picture_delay = 0.1;
  double sound_speed = 1;  // of the sound card's clock, by the sender's
  AvSync sync{};
  double worst_change = 0;  // of a hold, in ms within a second
  double now = 0;

  void run(double seconds) {
    const double before[]{to_milliseconds(sync.sound_hold()), to_milliseconds(sync.picture_hold())};
    double a = before[0], b = before[1];
    for (const double end = now + seconds; now < end; now += 1.0 / 30) {
      const int second = static_cast<int>(now);
      if (second != last_reported) report(second);
      const double heard = now + sound_delay + to_seconds(sync.sound_hold());
      sync.on_sound(sound_rtp(now), t0 + from_seconds(heard));
      sync.on_picture(picture_rtp(now), t0 + from_seconds(now + picture_delay + to_seconds(sync.picture_hold())));
      if (second != last_changed) {
        const double c = to_milliseconds(sync.sound_hold()), d = to_milliseconds(sync.picture_hold());
        worst_change = std::max({worst_change, std::abs(c - a), std::abs(d - b)});
        a = c;
        b = d;
        last_changed = second;
      }
    }
  }
  double skew() const { return to_milliseconds(sync.skew().value()); }

  std::uint32_t sound_rtp(double t) const {
    return 0xFFFF'F000 + static_cast<std::uint32_t>(static_cast<std::int64_t>(t * 48000 * sound_speed));
  }
  static std::uint32_t picture_rtp(double t) {
    return 77 + static_cast<std::uint32_t>(static_cast<std::int64_t>(t * 90000));
  }
  void report(int second) {
    last_reported = second;
    sync.on_sound_report(ntp_at(now), sound_rtp(now));
    sync.on_picture_report(ntp_at(now), picture_rtp(now));
  }
  int last_reported = -1;
  int last_changed = 0;
};

}  // namespace

// The correction goes on for the 3 ms by which the smoothed skew is behind.
TEST_CASE("What is early is held back, within its window sound is left alone") {
  struct Row {
    const char* what;
    double sound, picture;                  // delays, ms
    double skew, sound_hold, picture_hold;  // after 60 s, ms
  };
  const auto row = GENERATE(values<Row>({
      {"in step", 100, 100, 0, 0, 0},
      {"20 ms early", 80, 100, -20, 0, 0},
      {"36 ms late, as expected", 136, 100, 36, 0, 0},
      {"60 ms late", 160, 100, 60, 0, 0},
      {"75 ms late", 175, 100, 75, 0, 0},
      {"100 ms early", 100, 200, -20, 80, 0},
      {"300 ms early", 100, 400, -20, 280, 0},
      {"150 ms late", 250, 100, 80, 0, 70},
      {"2 s late, which is too much", 2100, 100, 1500, 0, 500},
  }));
  INFO(row.what);
  Ends ends{.sound_delay = row.sound / 1e3, .picture_delay = row.picture / 1e3};
  ends.run(60);
  CHECK(ends.skew() == Approx(row.skew).margin(4));
  CHECK(to_milliseconds(ends.sync.sound_hold()) == Approx(row.sound_hold).margin(4));
  CHECK(to_milliseconds(ends.sync.picture_hold()) == Approx(row.picture_hold).margin(4));
  CHECK(ends.worst_change <= 10.5);
}

TEST_CASE("Pictures that were held for a sound that was late are on time again once it is not") {
  Ends ends{.sound_delay = 0.25, .picture_delay = 0.1};
  ends.run(30);
  CHECK(to_milliseconds(ends.sync.picture_hold()) == Approx(70).margin(4));
  ends.sound_delay = 0.13;
  ends.run(15);
  CHECK(ends.sync.picture_hold() == 0ms);
  CHECK(ends.sync.sound_hold() == 0ms);
  CHECK(ends.skew() == Approx(30).margin(4));
}

TEST_CASE("A hold goes when it is not needed any longer, and before the other one comes") {
  Ends ends{.sound_delay = 0.1, .picture_delay = 0.3};
  ends.run(30);
  CHECK(to_milliseconds(ends.sync.sound_hold()) == Approx(180).margin(4));
  ends.picture_delay = 0.1;
  ends.run(15);
  CHECK(ends.sync.sound_hold() < 40ms);
  CHECK(ends.sync.picture_hold() == 0ms);
  CHECK(ends.skew() < 42);
  ends.sound_delay = 0.4;
  ends.run(60);
  CHECK(ends.sync.sound_hold() == 0ms);
  CHECK(ends.skew() == Approx(80).margin(4));
  CHECK(ends.worst_change <= 10.5);
}

TEST_CASE("Clocks that differ by 500 ppm move nothing, reports being what they are") {
  Ends ends{.sound_speed = 1.0005};
  ends.run(600);
  CHECK(std::abs(ends.skew()) < 1);
  CHECK(ends.sync.sound_hold() == 0ms);
}

TEST_CASE("Without both reports there is no skew and no hold") {
  AvSync sync{};
  for (int n = 0; n < 100; ++n) {
    sync.on_sound(static_cast<std::uint32_t>(n), t0 + n * 33ms);
    sync.on_picture(static_cast<std::uint32_t>(n), t0 + n * 33ms + 300ms);
    if (n == 50) sync.on_sound_report(ntp0, 0);
  }
  CHECK_FALSE(sync.skew());
  CHECK(sync.sound_hold() == 0ms);
}

TEST_CASE("Reports of any numbers keep holds within their bounds") {
  std::mt19937_64 random(1);
  AvSync sync{};
  for (int n = 0; n < 20'000; ++n) {
    if (n % 3 == 0) sync.on_sound_report(random(), static_cast<std::uint32_t>(random()));
    if (n % 5 == 0) sync.on_picture_report(random(), static_cast<std::uint32_t>(random()));
    sync.on_sound(static_cast<std::uint32_t>(random()), t0 + n * 10ms);
    sync.on_picture(static_cast<std::uint32_t>(random()), t0 + n * 10ms);
    REQUIRE(sync.sound_hold() <= 500ms);
    REQUIRE(sync.picture_hold() <= 500ms);
  }
}
