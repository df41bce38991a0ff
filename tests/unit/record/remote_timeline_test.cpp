#include "app/record/call/remote_timeline.h"

#include <catch2/catch.hpp>
#include <random>

#include "core/rtp/ntp.h"

using namespace evenkeel;
using Stream = RemoteTimeline::Stream;

namespace {

constexpr LocalTime begin{100s};

std::uint32_t picture_at(Duration at) { return 77 + static_cast<std::uint32_t>(at.count() * 9 / 100'000); }
std::uint32_t sound_at(Duration at) { return 5'000 + static_cast<std::uint32_t>(at.count() * 6 / 125'000); }

SyncRecord::Reports reports_at(Duration at, std::uint32_t sources = 0) {
  SyncRecord::Reports reports;
  reports.picture = {to_ntp(LocalTime(9000s) + at), picture_at(at)};
  reports.sound = {to_ntp(LocalTime(9000s) + at), sound_at(at)};
  reports.has_picture = reports.has_sound = true;
  reports.sources = sources;
  return reports;
}

}  // namespace

TEST_CASE("Pictures and sound that were captured together belong together, however late either came") {
  RemoteTimeline timeline;
  timeline.set_reports(reports_at(0s));
  for (Duration at{}; at < 3s; at += 20ms) {
    timeline.on_arrival(Stream::sound, sound_at(at), begin + at + 40ms);
    timeline.on_arrival(Stream::picture, picture_at(at), begin + at + 190ms);
  }
  const LocalTime picture = timeline.time_of(Stream::picture, picture_at(2s), begin + 2190ms);
  const LocalTime sound = timeline.time_of(Stream::sound, sound_at(2s), begin + 2040ms);
  CHECK(to_milliseconds(picture - sound) == Approx(0).margin(0.1));
  CHECK(to_milliseconds(sound - begin) == Approx(2040).margin(1));
}

TEST_CASE("The least delay is followed slowly, and at once where a clock was set") {
  LeastDelay delay;
  delay.observe(200ms, begin);
  delay.observe(80ms, begin + 500ms);
  CHECK(delay.value() == 80ms);  // nothing is placed by it yet
  delay.observe(50ms, begin + 1500ms);
  CHECK(delay.value() == 75ms);  // 5 ms per second
  for (int s = 2; s < 20; ++s) delay.observe(60ms, begin + s * 1s);
  CHECK(to_milliseconds(*delay.value()) == Approx(60).margin(1));
  delay.observe(2500ms, begin + 21s);  // the way stood still
  CHECK(to_milliseconds(*delay.value()) == Approx(60).margin(1));
  for (int s = 22; s < 34; ++s) delay.observe(5s, begin + s * 1s);
  CHECK(delay.value() == 5s);
  delay.observe(40ms, begin + 34s);
  CHECK(delay.value() == 40ms);
}

TEST_CASE("A clock that drifts is followed") {
  RemoteTimeline timeline;
  LocalTime last{};
  for (Duration at{}; at < 600s; at += 20ms) {
    const auto there = Duration(static_cast<std::int64_t>(static_cast<double>(at.count()) * 1.0002));
    if (at % 500ms == 0ms) timeline.set_reports(reports_at(there));
    timeline.on_arrival(Stream::sound, sound_at(there), begin + at + 40ms);
    last = timeline.time_of(Stream::sound, sound_at(there), begin + at + 40ms);
  }
  CHECK(to_milliseconds(last - begin) == Approx(600'020).margin(10));  // 120 ms without
}

TEST_CASE("What timestamps or reports make no sense of stands where it came") {
  RemoteTimeline timeline;
  CHECK(timeline.time_of(Stream::sound, 1, begin) == begin);
  timeline.set_reports(reports_at(0s));
  timeline.on_arrival(Stream::sound, sound_at(0s), begin);
  CHECK(timeline.time_of(Stream::sound, sound_at(0s) + 0x4000'0000, begin + 1s) == begin + 1s);
  SECTION("random reports and timestamps") {
    std::mt19937_64 random(3);
    for (int i = 0; i < 10'000; ++i) {
      SyncRecord::Reports reports{{random(), static_cast<std::uint32_t>(random())},
                                  {random(), static_cast<std::uint32_t>(random())},
                                  random() % 2 == 0,
                                  random() % 2 == 0,
                                  static_cast<std::uint32_t>(random() % 3)};
      timeline.set_reports(reports);
      const auto stream = random() % 2 == 0 ? Stream::sound : Stream::picture;
      const auto timestamp = static_cast<std::uint32_t>(random());
      const LocalTime arrival = begin + i * 10ms;
      timeline.on_arrival(stream, timestamp, arrival);
      const LocalTime time = timeline.time_of(stream, timestamp, arrival);
      CHECK((time <= arrival + 100ms && time >= arrival - 3s));
    }
  }
}

TEST_CASE("With another source everything begins anew") {
  RemoteTimeline timeline;
  timeline.set_reports(reports_at(0s));
  timeline.on_arrival(Stream::sound, sound_at(0s), begin + 50ms);
  timeline.set_reports(reports_at(100s, 1));
  CHECK(timeline.time_of(Stream::sound, sound_at(100s), begin + 1s) == begin + 1s);
  timeline.on_arrival(Stream::sound, sound_at(100s), begin + 1s);
  CHECK(timeline.time_of(Stream::sound, sound_at(101s), begin + 2s) == begin + 2s);
}
