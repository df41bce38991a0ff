#include "core/control/sent_log.h"

#include <catch2/catch.hpp>
#include <random>

#include "core/control/feedback_timeout.h"

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

}  // namespace

TEST_CASE("What was sent after an instant, which itself is excluded") {
  SentLog log;
  CHECK(log.sent_after(t0) == bytes(0));
  log.on_sent({0, bytes(100), t0});
  log.on_sent({1, bytes(200), t0 + 10ms});
  log.on_sent({2, bytes(400), t0 + 10ms});
  log.on_sent({3, bytes(800), t0 + 30ms});
  CHECK(log.sent_after(t0 - 1ns) == bytes(1500));
  CHECK(log.sent_after(t0) == bytes(1400));
  CHECK(log.sent_after(t0 + 9ms) == bytes(1400));
  CHECK(log.sent_after(t0 + 10ms) == bytes(800));
  CHECK(log.sent_after(t0 + 30ms) == bytes(0));
  CHECK(log.sent_after(t0 + 1h) == bytes(0));
  log.reset();
  CHECK(log.sent_after(t0 - 1ns) == bytes(0));
}

TEST_CASE("The same as adding up, before and after the ring has wrapped") {
  const int count = GENERATE(100, 8191, 8192, 8193, 20'000);
  std::mt19937 random(1);
  SentLog log;
  std::vector<std::int64_t> sizes;
  for (int i = 0; i < count; ++i) {
    sizes.push_back(static_cast<std::int64_t>(random() % 1500));
    log.on_sent({i, bytes(sizes.back()), t0 + i * 1ms});
  }
  std::int64_t sum = 0;
  const int kept = std::min(count, static_cast<int>(SentLog::capacity) - 1);
  for (int back = 1; back <= kept; ++back) {
    sum += sizes[static_cast<std::size_t>(count - back)];
    REQUIRE(log.sent_after(t0 + (count - back) * 1ms - 1ns) == bytes(sum));
  }
}

TEST_CASE("A timeout runs from the first packet after a report, and repeats") {
  FeedbackTimeout timeout;
  CHECK_FALSE(timeout.deadline());
  CHECK_FALSE(timeout.expired(t0, 300ms));
  timeout.on_sent(t0, 300ms);
  timeout.on_sent(t0 + 100ms, 300ms);
  CHECK(timeout.deadline() == t0 + 300ms);
  CHECK_FALSE(timeout.expired(t0 + 299ms, 300ms));
  CHECK(timeout.expired(t0 + 310ms, 300ms));
  CHECK_FALSE(timeout.expired(t0 + 310ms, 300ms));
  CHECK(timeout.deadline() == t0 + 610ms);
  CHECK(timeout.expired(t0 + 610ms, 300ms));
  CHECK(timeout.expirations() == 2);
  timeout.on_feedback(t0, 50ms);
  CHECK(timeout.expirations() == 0);
  CHECK_FALSE(timeout.deadline());
}

TEST_CASE("Who slept past the timeout gets a moment to read what waits, and one only") {
  FeedbackTimeout timeout;
  timeout.on_sent(t0, 300ms);
  CHECK_FALSE(timeout.expired(t0 + 2s, 300ms));
  REQUIRE(timeout.deadline() > t0 + 2s);
  const LocalTime moment = *timeout.deadline();
  CHECK(moment <= t0 + 2s + 100ms);
  CHECK_FALSE(timeout.expired(moment - 1ns, 300ms));
  SECTION("a report was there") {
    timeout.on_feedback(t0 + 2s, 50ms);
    CHECK_FALSE(timeout.expired(t0 + 5s, 300ms));
  }
  SECTION("there was none, however long it slept again") {
    CHECK(timeout.expired(moment + 5s, 300ms));
    CHECK(timeout.expirations() == 1);
  }
}

TEST_CASE("The rate over a time, with padding and without") {
  SentLog log;
  log.on_sent({0, bytes(5000), t0});
  log.on_sent({1, bytes(1000), t0 + 500ms});
  log.on_sent({2, bytes(250), t0 + 600ms, true});
  CHECK(log.rate_over(1s, t0 + 1s) == kilobits_per_second(10));
  CHECK(log.media_rate_over(1s, t0 + 1s) == kilobits_per_second(8));
  CHECK(log.media_rate_over(500ms, t0 + 1s) == DataRate());
  log.reset();
  CHECK(log.media_rate_over(10s, t0 + 1s) == DataRate());
}
