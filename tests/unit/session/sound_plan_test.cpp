#include "core/session/sound_plan.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace evenkeel;

namespace {

struct Stretch {
  double kbps;
  Duration length;
  bool used = true;
};

struct Row {
  std::vector<Stretch> rates;
  int bitrate;  // kbit/s
  int packet;   // ms
  bool paused;
};

/// A report each 50 ms.
SoundPlan after(const std::vector<Stretch>& rates) {
  SoundPlan plan;
  LocalTime now(1000s);
  for (const Stretch& s : rates) {
    for (const LocalTime end = now + s.length; now < end; now += 50ms) {
      plan.on_rate(kilobits_per_second(s.kbps), s.used, now);
    }
  }
  return plan;
}

}  // namespace

TEST_CASE("Sound takes little of a low rate, and all of a very low one, and neither flaps") {
  const Row row = GENERATE(values<Row>({
      {{}, 32, 20, false},
      {{{2500, 5s}}, 32, 20, false},
      {{{200, 60s}}, 32, 20, false},
      {{{199, 450ms}}, 32, 20, false},
      {{{199, 600ms}}, 24, 40, false},
      {{{199, 400ms}, {201, 50ms}, {199, 400ms}}, 32, 20, false},
      {{{199, 600ms}, {239, 60s}}, 24, 40, false},
      {{{199, 600ms}, {240, 2900ms}}, 24, 40, false},
      {{{199, 600ms}, {240, 3100ms}}, 32, 20, false},
      {{{100, 60s}}, 24, 40, false},
      {{{99, 450ms}}, 32, 20, false},
      {{{99, 600ms}}, 24, 40, true},
      {{{99, 600ms}, {149, 60s}}, 24, 40, true},
      {{{99, 600ms}, {150, 2900ms}}, 24, 40, true},
      {{{99, 600ms}, {150, 2s}, {140, 50ms}, {150, 2s}}, 24, 40, true},
      {{{99, 600ms}, {150, 3100ms}}, 24, 40, false},
      {{{99, 600ms}, {2500, 3100ms}}, 32, 20, false},
      {{{50, 60s, false}}, 32, 20, false},
      {{{99, 600ms}, {2500, 3100ms, false}}, 32, 20, false},
  }));
  CAPTURE(row.rates.size(), row.rates.empty() ? 0 : row.rates.back().kbps, row.bitrate, row.paused);
  const SoundPlan plan = after(row.rates);
  CHECK(plan.bitrate() == kilobits_per_second(row.bitrate));
  CHECK(plan.packet() == std::chrono::milliseconds(row.packet));
  CHECK(plan.video_paused() == row.paused);
}

TEST_CASE("A silence of the peer alone pauses no picture") {
  SoundPlan plan;
  plan.on_rate(kilobits_per_second(50), true, LocalTime(1000s));
  plan.on_rate(kilobits_per_second(50), true, LocalTime(1000s));
  CHECK_FALSE(plan.video_paused());
  plan.on_rate(kilobits_per_second(500), true, LocalTime(1010s));
  plan.on_rate(kilobits_per_second(50), true, LocalTime(1010s));
  CHECK_FALSE(plan.video_paused());
}

TEST_CASE("A new call begins with all that sound can have") {
  SoundPlan plan = after({{50, 1s}});
  REQUIRE(plan.video_paused());
  plan.start();
  CHECK_FALSE(plan.video_paused());
  CHECK(plan.packet() == 20ms);
}
