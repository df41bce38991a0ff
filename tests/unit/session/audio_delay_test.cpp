#include "core/session/audio_delay.h"

#include <catch2/catch.hpp>
#include <random>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1h};

// Packets of 20 ms that are late by what the function says.
void send(AudioDelay& delay, int& n, int packets, const std::function<Duration(int)>& late) {
  for (const int end = n + packets; n < end; ++n) delay.on_arrival(n * 20ms, t0 + n * 20ms + 50ms + late(n));
}

}  // namespace

TEST_CASE("The target covers 97 % of arrivals, from 20 to 200 ms") {
  struct Row {
    const char* what;
    std::function<Duration(int)> late;
    double min_ms, max_ms;
  };
  std::mt19937 random(1);
  const auto uniform = [&](Duration most) {
    return [&random, most](int) {
      return Duration(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most.count())));
    };
  };
  const std::vector<Row> rows{
      {"steady", [](int) { return Duration(0); }, 20, 20},
      {"10 ms", uniform(10ms), 20, 20},
      {"60 ms", uniform(60ms), 57.5, 62.5},
      {"one in 50 is 100 ms late", [](int n) { return n % 50 == 0 ? Duration(100ms) : Duration(0); }, 20, 20},
      {"one in 20 is 100 ms late", [](int n) { return n % 20 == 0 ? Duration(100ms) : Duration(0); }, 100, 105},
      {"one in 10 is 400 ms late", [](int n) { return n % 10 == 0 ? Duration(400ms) : Duration(0); }, 200, 200},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    AudioDelay delay;
    int n = 0;
    send(delay, n, 3000, row.late);
    CHECK(to_milliseconds(delay.target()) >= row.min_ms);
    CHECK(to_milliseconds(delay.target()) <= row.max_ms);
  }
}

TEST_CASE("The first minute of jitter is forgotten in the next two") {
  AudioDelay delay;
  int n = 0;
  send(delay, n, 3000, [](int i) { return i % 10 == 0 ? Duration(100ms) : Duration(0); });
  CHECK(delay.target() >= 100ms);
  send(delay, n, 6000, [](int) { return Duration(0); });
  CHECK(delay.target() == 20ms);
}

// It took a minute and a half.
TEST_CASE("What a narrow link asked for is forgotten three seconds after it is wide again") {
  const Duration packet = GENERATE(Duration(20ms), Duration(40ms));
  AudioDelay delay;
  LocalTime now = t0;
  const auto send_for = [&](Duration time, Duration late) {
    for (const LocalTime end = now + time; now < end; now += packet)
      delay.on_arrival(now - t0, now + 50ms + (now - t0) / packet % 3 * late / 2);
  };
  send_for(40s, 80ms);
  CHECK(delay.target() >= 80ms);
  delay.on_missing(packet);
  send_for(3 * packet, 80ms);
  send_for(2800ms, 0ms);
  CHECK(delay.target() >= 80ms);
  send_for(300ms, 0ms);
  CHECK(delay.target() == AudioDelay::min_target);
}

TEST_CASE("Jitter that becomes less by a third is no other path") {
  AudioDelay delay;
  int n = 0;
  send(delay, n, 2000, [](int i) { return i % 3 * Duration(40ms); });
  send(delay, n, 250, [](int i) { return i % 3 * Duration(25ms); });
  CHECK(delay.target() >= 80ms);
}

// 800 ms of each eight seconds, as where a radio looks for others.
TEST_CASE("A path that is late at times only is forgotten three times, and then not any more") {
  AudioDelay delay;
  int n = 0;
  const auto late = [](int i) { return i % 400 < 40 ? Duration(100ms) : Duration(0); };
  int forgotten = 0;
  while (n < 9000) {
    const Duration before = delay.target();
    send(delay, n, 1, late);
    if (delay.target() < before - 50ms) ++forgotten;
  }
  CHECK(forgotten <= 3);
  CHECK(delay.target() >= 100ms);
}

TEST_CASE("Copies of lost packets keep their room where only the jitter goes") {
  AudioDelay delay;
  int n = 0;
  send(delay, n, 2000, [](int i) { return i % 3 * Duration(40ms); });
  for (int i = 0; i < 8; ++i) {
    send(delay, n, 25, [](int) { return Duration(0); });
    delay.on_missing(20ms);
  }
  CHECK(delay.target() > 20ms);
  CHECK(delay.target() < 50ms);
}

TEST_CASE("A path that becomes longer counts as such after a second") {
  AudioDelay delay;
  int n = 0;
  send(delay, n, 1500, [](int) { return Duration(0); });
  const auto before = delay.least();
  send(delay, n, 35, [](int) { return Duration(80ms); });
  CHECK(delay.least() == before);
  send(delay, n, 20, [](int) { return Duration(80ms); });
  CHECK(delay.least() == *before + 80ms);
}

TEST_CASE("What the newest three packets all took is a queue, until it has stood for a second") {
  AudioDelay delay;
  int n = 0;
  CHECK(delay.queue() == 0ms);
  send(delay, n, 1500, [](int) { return Duration(0); });
  CHECK(delay.queue() == 0ms);
  const auto growing = [begin = n](int i) { return (i - begin) * 2ms; };  // 100 ms per second
  send(delay, n, 30, growing);
  CHECK(delay.queue() == growing(n - 3));
  const Duration stands = growing(n - 1);
  send(delay, n, 3, [&](int) { return stands; });
  CHECK(delay.queue() == stands);
  send(delay, n, 60, [&](int) { return stands; });
  CHECK(delay.queue() == 0ms);
  CHECK(delay.target() <= 60ms);
}

TEST_CASE("Two packets that are late are no queue") {
  AudioDelay delay;
  int n = 0;
  const auto late = [](int i) { return i == 1500 || i == 1501 ? Duration(300ms) : Duration(0); };
  while (n < 1600) {
    send(delay, n, 1, late);
    REQUIRE(delay.queue() == 0ms);
    REQUIRE(delay.target() == AudioDelay::min_target);
  }
}

TEST_CASE("While packets get lost the target has room for their copies") {
  AudioDelay delay;
  int n = 0;
  const auto steady = [](int) { return Duration(0); };
  send(delay, n, 500, steady);
  CHECK(delay.target() == 20ms);
  delay.on_missing(20ms);
  CHECK(delay.target() == 22500us);
  delay.on_missing(40ms);
  CHECK(delay.target() == 42500us);
  send(delay, n, 1500, steady);
  CHECK(delay.target() == 20ms);
}

TEST_CASE("The start of a call has a longer target for a second, and what arrives in it does not count") {
  AudioDelay delay(1500ms);
  int n = 0;
  const auto queue = [](int i) { return i >= 20 && i < 60 ? Duration(180ms) : Duration(0); };
  while (n < 41) {  // the last one arrives 980 ms after the first
    send(delay, n, 1, queue);
    REQUIRE(delay.target() == AudioDelay::start_target);
  }
  while (n < 150) {
    send(delay, n, 1, queue);
    REQUIRE(delay.target() == AudioDelay::min_target);
  }
  delay.reset();
  send(delay, n, 1, queue);
  CHECK(delay.target() == AudioDelay::start_target);
}

TEST_CASE("Arrivals of any order and time keep the target within its bounds") {
  std::mt19937_64 random(1);
  AudioDelay delay;
  for (int i = 0; i < 20'000; ++i) {
    delay.on_arrival(Duration(static_cast<std::int64_t>(random() >> 2)),
                     LocalTime(Duration(static_cast<std::int64_t>(random() >> 2))));
    if (i % 7 == 0) delay.on_missing(Duration(static_cast<std::int64_t>(random() % 120'000'000)));
    REQUIRE(delay.target() >= 20ms);
    REQUIRE(delay.target() <= 200ms);
  }
}
