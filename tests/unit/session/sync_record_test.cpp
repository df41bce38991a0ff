#include "core/session/sync_record.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1h};
constexpr std::uint64_t ntp0 = 0xFFFF'FFFF'8000'0000;  // wraps half a second later

std::uint64_t ntp_at(Duration t) { return ntp0 + (static_cast<std::uint64_t>(t / 1ms) << 32) / 1000; }
std::uint32_t sound_rtp(Duration t) { return 0xFFFF'F000 + static_cast<std::uint32_t>(t / 1ms * 48); }
std::uint32_t picture_rtp(Duration t) { return 77 + static_cast<std::uint32_t>(t / 1ms * 90); }

/// The three threads of a call, one after another, in steps of 10 ms, with a picture each 30.
struct Call {
  SyncRecord record;
  AvSync sync;
  SyncFollower follower;
  Duration sound_delay = 100ms, picture_delay = 100ms;
  Duration now{};
  int pictures = 0;

  void report() {
    record.set_sound_report({ntp_at(now), sound_rtp(now)});
    record.set_picture_report({ntp_at(now), picture_rtp(now)});
  }
  void run(Duration length) {
    for (const Duration end = now + length; now < end; now += 10ms) {
      if (now % 1s == Duration::zero()) report();
      if (now % 30ms == Duration::zero()) {
        record.on_shown(picture_rtp(now), t0 + now + picture_delay + record.picture_hold());
        ++pictures;
      }
      sync.on_sound(sound_rtp(now), t0 + now + sound_delay + sync.sound_hold());
      follower.follow(record, sync, t0 + now);
    }
  }
};

}  // namespace

TEST_CASE("By the record sound that is much too late has the picture held back, sound that is early is held itself") {
  struct Row {
    Duration sound, picture;
    int skew_ms, sound_hold_ms, picture_hold_ms;
  };
  const auto row = GENERATE(values<Row>(
      {{100ms, 100ms, 0, 0, 0}, {150ms, 100ms, 50, 0, 0}, {250ms, 100ms, 80, 0, 70}, {100ms, 200ms, -20, 80, 0}}));
  Call call;
  call.sound_delay = row.sound;
  call.picture_delay = row.picture;
  call.run(20s);
  REQUIRE(call.sync.skew());
  CHECK(to_milliseconds(*call.sync.skew()) == Approx(row.skew_ms).margin(3));
  CHECK(to_milliseconds(call.sync.sound_hold()) == Approx(row.sound_hold_ms).margin(3));
  CHECK(to_milliseconds(call.record.picture_hold()) == Approx(row.picture_hold_ms).margin(3));
}

TEST_CASE("Each picture counts once, however often the record is looked at") {
  Call call;
  call.run(1s);
  const auto before = call.sync.skew();
  for (int i = 0; i < 100; ++i) {
    call.sync.on_sound(sound_rtp(call.now), t0 + call.now + 1s);  // would move the skew
    call.follower.follow(call.record, call.sync, t0 + call.now);
  }
  CHECK(call.sync.skew() == before);
}

TEST_CASE("With another source all is forgotten, also where its reports are there already when the record is read") {
  Call call;
  call.sound_delay = 250ms;
  call.run(20s);
  REQUIRE(call.record.picture_hold() > 50ms);
  call.record.forget_reports();
  if (GENERATE(false, true)) call.report();
  call.follower.follow(call.record, call.sync, t0 + call.now);
  CHECK_FALSE(call.sync.skew());
  CHECK(call.record.picture_hold() == Duration::zero());
  call.sound_delay = 100ms;
  call.run(2s);
  CHECK(to_milliseconds(call.sync.skew().value()) == Approx(0).margin(1));
}

TEST_CASE("What is held for the other medium goes once that has stopped") {
  Call call;
  const bool sound_is_late = GENERATE(true, false);
  (sound_is_late ? call.sound_delay : call.picture_delay) = 250ms;
  call.run(20s);
  const auto held = [&] { return sound_is_late ? call.record.picture_hold() : call.sync.sound_hold(); };
  REQUIRE(held() > 50ms);
  for (const Duration stopped = call.now; call.now < stopped + 20s; call.now += 10ms) {
    if (sound_is_late) {
      call.record.on_shown(picture_rtp(call.now), t0 + call.now);
    } else {
      call.sync.on_sound(sound_rtp(call.now), t0 + call.now);
    }
    call.follower.follow(call.record, call.sync, t0 + call.now);
  }
  CHECK(held() == Duration::zero());
  CHECK_FALSE(call.sync.skew());
}

TEST_CASE("Without a report of both streams nothing is held") {
  SyncRecord record;
  AvSync sync;
  SyncFollower follower;
  record.set_sound_report({ntp0, 1});
  for (int i = 0; i < 100; ++i) {
    sync.on_sound(1, t0 + 1s);
    record.on_shown(1, t0 + i * 33ms);
    follower.follow(record, sync, t0);
  }
  CHECK_FALSE(sync.skew());
  CHECK(record.picture_hold() == Duration::zero());
}

TEST_CASE("A hold is between zero and half a second") {
  struct Row {
    Duration set, read;
  };
  const auto row = GENERATE(
      values<Row>({{-1s, 0s}, {0s, 0s}, {120ms, 120ms}, {500ms, 500ms}, {3s, 500ms}, {Duration::max(), 500ms}}));
  SyncRecord record;
  record.set_picture_hold(row.set);
  CHECK(record.picture_hold() == row.read);
}

TEST_CASE("Three threads on one record: what is read is whole, and what is heard is in step") {
  SyncRecord record;
  constexpr int last = 50'000;
  std::atomic<int> running{2};
  std::thread receives([&] {
    for (int i = 0; i < last; ++i) {
      record.set_sound_report({ntp_at(i * 1ms), sound_rtp(i * 1ms)});
      record.set_picture_report({ntp_at(i * 1ms), picture_rtp(i * 1ms)});
    }
    --running;
  });
  Duration held{};
  std::thread shows([&] {
    for (int i = 0; i < last; ++i) {
      record.on_shown(picture_rtp(i * 1ms), t0 + i * 1ms);
      held = std::max(held, record.picture_hold());
    }
    --running;
  });
  // Whole reports of whatever time put both streams on one clock: a torn one would not.
  AvSync sync;
  SyncFollower follower;
  Duration worst{};
  const auto hear = [&](int i) {
    sync.on_sound(sound_rtp(i * 1ms), t0 + i * 1ms);
    follower.follow(record, sync, t0);
    if (sync.skew()) worst = std::max(worst, std::chrono::abs(*sync.skew()));
  };
  for (int i = 0; running > 0; i = (i + 1) % last) hear(i);
  receives.join();
  shows.join();
  record.on_shown(picture_rtp(last * 1ms), t0 + last * 1ms);
  hear(last);
  CHECK(sync.skew());
  CHECK(worst < 2ms);
  CHECK(held == Duration::zero());
}
