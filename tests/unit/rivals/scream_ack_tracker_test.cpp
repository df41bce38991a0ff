#include "core/control/rivals/scream/ack_tracker.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

struct Tracked {
  ScreamAckTracker acks;

  Tracked() { acks.start(t0); }
  void send(std::int64_t sequence, Duration when) { acks.on_sent({sequence, bytes(1000), t0 + when}); }
  ScreamAck report(std::vector<std::int64_t> sequences, Duration when, bool received = true, Duration rtt = 100ms) {
    std::vector<PacketResult> results;
    for (const auto sequence : sequences) {
      results.push_back({sequence, bytes(1000), t0, received, std::nullopt, std::nullopt});
    }
    PathReport path_report;
    path_report.now = t0 + when;
    path_report.packets = results;
    path_report.smoothed_round_trip_time = rtt;
    return acks.on_feedback(path_report);
  }
};

}  // namespace

TEST_CASE("SCReAM is silent max(2 s_rtt, 0.5 s) after the last acknowledgement, again and again") {
  const auto [rtt, patience] = GENERATE(table<Duration, Duration>({{100ms, 500ms}, {250ms, 500ms}, {400ms, 800ms}}));
  Tracked t;
  CHECK_FALSE(t.acks.deadline());
  t.send(0, 0ms);
  t.send(1, 10ms);
  CHECK(t.acks.deadline() == t0 + 500ms);
  t.report({0}, 100ms, true, rtt);
  REQUIRE(t.acks.deadline() == t0 + 100ms + patience);  // one is still out, and no other need follow it
  CHECK_FALSE(t.acks.silent(t0 + 100ms + patience - 1ns));
  CHECK(t.acks.silent(t0 + 100ms + patience));
  CHECK(t.acks.in_flight() == DataSize());
  t.send(2, 100ms + patience);
  CHECK(t.acks.silent(t0 + 100ms + 2 * patience));
  CHECK_FALSE(t.acks.silent(t0 + 100ms + 3 * patience));  // nothing is out
  CHECK_FALSE(t.acks.deadline());
}

TEST_CASE("SCReAM: a report that acknowledges nothing does not end a silence") {
  Tracked t;
  t.send(0, 0ms);
  t.report({}, 200ms);
  t.report({0}, 300ms, false);
  t.report({77}, 400ms);
  CHECK(t.acks.silent(t0 + 500ms));
}

TEST_CASE("SCReAM: an arrival of what was written off ends the silence") {
  Tracked t;
  for (int i = 0; i < 10; ++i) t.send(i, 0ms);
  REQUIRE(t.acks.silent(t0 + 500ms));
  t.send(10, 500ms);
  CHECK(t.report({3}, 600ms).acknowledged == bytes(4000));
  CHECK(t.acks.deadline() == t0 + 1100ms);
  CHECK(t.acks.in_flight() == bytes(1000));
}

TEST_CASE("SCReAM's window in the Sender's count is wider by what was written off") {
  Tracked t;
  CHECK(t.acks.window_of_sender(3000.9) == bytes(3000));
  for (int i = 0; i < 10; ++i) t.send(i, 0ms);
  CHECK(t.acks.window_of_sender(3000) == bytes(3000));
  REQUIRE(t.acks.silent(t0 + 500ms));
  CHECK(t.acks.window_of_sender(3000) == bytes(13'000));
  CHECK(t.acks.window_of_sender(1e300) == bytes(1'000'010'000));
}

TEST_CASE("SCReAM reads s_rtt, losses of its own packets and nonsense") {
  Tracked t;
  CHECK_FALSE(t.acks.round_trip_time());
  CHECK(t.report({}, 10ms, true, 0ms).round_trip_time == scream_first_round_trip_time);
  CHECK_FALSE(t.acks.round_trip_time());
  CHECK(t.report({}, 10ms, true, -5s).round_trip_time == scream_first_round_trip_time);
  CHECK(t.report({}, 10ms, true, 70ms).round_trip_time == 70ms);
  CHECK(t.report({}, 10ms, true, Duration::max()).round_trip_time == 1h);
  CHECK(t.report({0}, 10ms, false).lost);
  CHECK_FALSE(t.report({0}, 10ms, true).lost);
  t.acks.start(t0 + 1s);
  CHECK_FALSE(t.report({0}, 1010ms, false).lost);  // another law's
}
