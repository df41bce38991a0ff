#include "core/control/darc/delays.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <random>
#include <vector>

using namespace evenkeel;

namespace {

/// Of packets that all count.
struct Spaced : darc::JitterEstimate {
  LocalTime sent{1h};
  void add(Duration queue) { on_queue(queue, sent += 8ms); }
};

/// Queues that differ by what is asked for, up and down in turn.
struct Queues {
  Spaced jitter;
  Duration queue = 100ms;
  bool up = true;

  Queues() { jitter.add(queue); }
  void differ(int times, Duration by) {
    for (int i = 0; i < times; ++i) {
      queue += up ? by : -by;
      up = !up;
      jitter.add(queue);
    }
  }
};

}  // namespace

TEST_CASE("DARC allows no jitter before 32 differences are known") {
  Queues queues;
  CHECK(queues.jitter.allowance() == 0ms);
  queues.differ(31, 3ms);
  CHECK(queues.jitter.allowance() == 0ms);
  queues.differ(1, 3ms);
  CHECK(queues.jitter.allowance() == 5ms);  // 2.5 (3 - 1)
}

TEST_CASE("DARC's allowance is 2.5 times what the median is above 1 ms and at most 15 ms") {
  struct Row {
    Duration median;
    Duration expected;
  };
  const auto row = GENERATE(values<Row>({{0ms, 0ms},
                                         {500us, 0ms},
                                         {1ms, 0ms},
                                         {1200us, 500us},  // 2.5 0.2
                                         {2ms, 2500us},
                                         {4ms, 7500us},
                                         {6900us, 14'750us},  // 2.5 5.9
                                         {7ms, 15ms},         // 2.5 6
                                         {7200us, 15ms},
                                         {20s, 15ms}}));
  Queues queues;
  queues.differ(64, row.median);
  CHECK(queues.jitter.allowance() == row.expected);
}

TEST_CASE("DARC's jitter is a median: less than half of the differences do not count") {
  // Of 32 the median is the 17th in order of size.
  const int small = GENERATE(16, 17);
  Queues queues;
  queues.differ(small, 1ms);
  queues.differ(32 - small, 5ms);
  CHECK(queues.jitter.allowance() == (small == 17 ? 0ms : 10ms));  // 2.5 (5 - 1)
}

TEST_CASE("DARC's jitter is that of the latest 64 differences") {
  // Of 64 the median is the 33rd: 33 small ones have to come after 64 large ones.
  Queues queues;
  queues.differ(64, 5ms);
  queues.differ(32, 2ms);
  CHECK(queues.jitter.allowance() == 10ms);
  queues.differ(1, 2ms);
  CHECK(queues.jitter.allowance() == 2500us);
}

TEST_CASE("A queue that grows steadily differs by its steps for DARC") {
  Spaced jitter;
  for (int i = 0; i <= 40; ++i) jitter.add(i * 2ms);
  CHECK(jitter.allowance() == 2500us);
  jitter.reset();
  CHECK(jitter.allowance() == 0ms);
  for (int i = 40; i >= 8; --i) jitter.add(i * 3ms);  // 32 differences, none to before the reset
  CHECK(jitter.allowance() == 5ms);
}

TEST_CASE("DARC's jitter is the median of whatever came, at each packet") {
  Spaced jitter;
  std::mt19937 random(GENERATE(1U, 2U, 3U));
  std::uniform_int_distribution<int> microseconds(0, 9000);
  std::deque<Duration> differences;
  Duration last = 0ms;
  jitter.add(last);
  for (int i = 0; i < 500; ++i) {
    const Duration queue = microseconds(random) / 100 * 100us;  // some are equal
    differences.push_back(queue > last ? queue - last : last - queue);
    if (differences.size() > 64) differences.pop_front();
    jitter.add(last = queue);
    if (differences.size() < 32) continue;
    std::vector<Duration> sorted(differences.begin(), differences.end());
    std::ranges::sort(sorted);
    const Duration expected = std::clamp<Duration>((sorted[sorted.size() / 2] - 1ms) * 5 / 2, 0ms, 15ms);
    REQUIRE(jitter.allowance() == expected);
  }
}

TEST_CASE("At a high rate DARC's jitter is the path's, although packets come right behind the one before") {
  // Ten packets in 10 ms all come with the latest of them.
  darc::JitterEstimate jitter;
  const LocalTime t0{1h};
  for (int i = 0; i < 400; ++i) jitter.on_queue(i / 10 % 2 ? 5ms : 0ms, t0 + i * 1ms);
  CHECK(jitter.allowance() == 10ms);  // 2.5 (5 - 1)
}
