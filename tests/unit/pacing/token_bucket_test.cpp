#include "core/pacing/token_bucket.h"

#include <catch2/catch.hpp>

#include "core/theory/predictions.h"

#include "tests/unit/pacing/virtual_sender.h"

using namespace evenkeel;

namespace {

constexpr LocalTime kStart(100h);

void enqueue(PacedLoop& loop, LocalTime now, std::uint32_t count, DataSize size = bytes(1000)) {
  for (std::uint32_t i = 0; i < count; ++i) loop.enqueue({size, i}, now);
}

double mean_mbps(SleepModel sleep, double mbps) {
  PacedTokenBucket loop;
  VirtualSender sender(loop, std::move(sleep), kStart);
  sender.set_rate(megabits_per_second(mbps));
  sender.keep_full_of(bytes(1500));
  sender.run_for(20s);
  return (sender.sent_size / (sender.now - kStart)).bps() / 1e6;
}

}  // namespace

TEST_CASE("a bucket is refilled every 5 ms and packets go while anything is in it") {
  PacedTokenBucket loop;
  loop.set_rate(megabits_per_second(4), kStart);  // 2500 bytes a tick
  enqueue(loop, kStart, 100);
  CHECK(drain(loop, kStart) == 3);  // the third one overdraws by 500
  CHECK(loop.next_wake() == kStart + 5ms);
  CHECK(drain(loop, kStart + 4999us) == 0);
  CHECK(drain(loop, kStart + 5ms) == 2);
  CHECK(drain(loop, kStart + 10ms) == 3);
}

TEST_CASE("a late tick gives more, but no more than 30 ms of the rate") {
  struct Row {
    Duration late;
    int packets;
  };
  auto row = GENERATE(Row{15ms, 7}, Row{30ms, 15}, Row{31ms, 15}, Row{10s, 15});
  PacedTokenBucket loop;
  loop.set_rate(megabits_per_second(4), kStart);
  enqueue(loop, kStart, 100);
  drain(loop, kStart);  // debt of 500 bytes
  CHECK(drain(loop, kStart + row.late) == row.packets);
}

TEST_CASE("debt is carried over, up to the window") {
  PacedTokenBucket loop;
  loop.set_rate(kilobits_per_second(80), kStart);  // 50 bytes a tick, 5000 in the window
  enqueue(loop, kStart, 3, bytes(9000));
  CHECK(drain(loop, kStart) == 1);
  auto now = kStart;
  int sent = 0;
  for (; sent == 0; now += 5ms) sent = drain(loop, now + 5ms);
  CHECK(now - kStart == 505ms);  // 500 ms of debt, and one tick that makes it positive
}

TEST_CASE("what is left in the bucket is lost at the next tick") {
  PacedTokenBucket loop;
  loop.set_rate(megabits_per_second(4), kStart);
  enqueue(loop, kStart, 1);
  CHECK(drain(loop, kStart) == 1);
  enqueue(loop, kStart + 1ms, 20);
  CHECK(loop.next_wake() == kStart + 5ms);
  CHECK(drain(loop, kStart + 1ms) == 0);
  CHECK(drain(loop, kStart + 5ms) == 3);
}

TEST_CASE("the ticks go on while there is nothing to send") {
  PacedTokenBucket loop;
  loop.set_rate(megabits_per_second(4), kStart);
  enqueue(loop, kStart, 3);
  CHECK(drain(loop, kStart) == 3);
  auto now = kStart + 1h + 2ms;
  enqueue(loop, now, 20);
  CHECK(loop.next_wake() == kStart + 1h + 5ms);
  CHECK(drain(loop, kStart + 1h + 5ms) == 3);
}

TEST_CASE("a fall of the rate shortens the debt to the window of the new one") {
  PacedTokenBucket loop;
  loop.set_rate(megabits_per_second(8), kStart);
  enqueue(loop, kStart, 3, bytes(100'000));
  CHECK(drain(loop, kStart) == 1);
  loop.set_rate(kilobits_per_second(80), kStart);
  CHECK(drain(loop, kStart + 30ms) == 0);
  CHECK(drain(loop, kStart + 60ms) == 0);
  loop.set_rate(megabits_per_second(8), kStart + 60ms);
  CHECK(drain(loop, kStart + 65ms) == 1);
}

TEST_CASE("the rate is right with timers that are late by up to 25 ms, and falls short beyond") {
  CHECK(mean_mbps(exact_sleep(), 500) == Approx(500).epsilon(0.001));
  CHECK(mean_mbps(slack_sleep(90us), 500) == Approx(500).epsilon(0.001));
  CHECK(mean_mbps(jiffy_sleep(100), 500) == Approx(500).epsilon(0.002));
  CHECK(mean_mbps(slack_sleep(55ms), 500) == Approx(250).epsilon(0.01));
}

TEST_CASE("the token bucket says what a late timer costs it") {
  const auto all = predictions(TokenBucket(), {});
  REQUIRE(all.size() == 1);
  CHECK(all[0].value == "none");
  CHECK(all[0].meaning.find("25 ms") != std::string::npos);
}
