#include "core/path/vain_yield.h"

#include <catch2/catch.hpp>
#include <functional>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

struct Now {
  double rate = 0;  // packets per second
  Duration queue{};
  bool lost = false;
};

/// What is found, and when, as packets leave at a rate of the time and meet a queue.
std::optional<std::pair<Duration, Duration>> found_in(Duration length, const std::function<Now(Duration)>& path) {
  VainYield yield;
  for (Duration t{}; t < length;) {
    const Now now = path(t);
    yield.on_packet(t0 + t, bytes(1000), now.lost ? std::nullopt : std::optional(now.queue));
    if (const auto found = yield.false_queue()) return std::pair(*found, t);
    t += from_seconds(1 / now.rate);
  }
  return std::nullopt;
}

double falling(Duration t) { return std::max(375 - 125 * to_seconds(t), 125.0); }

}  // namespace

TEST_CASE("A queue that keeps still while a third less is sent is the path's") {
  const auto found = found_in(5s, [](Duration t) { return Now{falling(t), 13ms}; });
  REQUIRE(found);
  CHECK(found->first == 13ms);
  CHECK(found->second > 1s);
  CHECK(found->second < 2500ms);
}

TEST_CASE("It is found once, and again only after less is sent again") {
  VainYield yield;
  int found = 0;
  for (Duration t{}; t < 10s; t += from_seconds(1 / falling(t))) {
    yield.on_packet(t0 + t, bytes(1000), 13ms);
    found += yield.false_queue().has_value();
  }
  CHECK(found == 1);
}

TEST_CASE("What may be a queue is left alone") {
  struct Row {
    const char* what;
    std::function<Now(Duration)> path;
  };
  const std::vector<Row> rows{
      {"the rate stays",
       [](Duration) {
         return Now{375, 13ms};
       }},
      {"the rate falls by a fifth",
       [](Duration t) {
         return Now{t < 2s ? 375.0 : 300.0, 13ms};
       }},
      {"it drains",
       [](Duration t) {
         const auto left = std::max(Duration(60ms) - from_seconds(0.02 * to_seconds(t)), Duration(0));
         return Now{falling(t), left};
       }},
      {"it drains and others fill it again",
       [](Duration t) {
         const bool drained = t >= 1s && t < 1300ms;
         return Now{t < 1s ? 375.0 : 200.0, drained ? Duration(8ms) : Duration(13ms)};
       }},
      {"a full buffer, which loses",
       [](Duration t) {
         return Now{falling(t), 100ms, t % Duration(250ms) < 4ms};
       }},
      {"a TCP's, which moves",
       [](Duration t) {
         return Now{falling(t), Duration(40ms) + from_seconds(0.02 * to_seconds(t % Duration(1500ms)))};
       }},
      {"next to none",
       [](Duration t) {
         return Now{falling(t), 3ms};
       }},
      {"a pause between",
       [](Duration t) {
         return Now{t < 1s ? 375.0 : t < 1500ms ? 2.0 : 125.0, 13ms};
       }},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    CHECK_FALSE(found_in(6s, row.path));
  }
}
