#include "core/control/rivals/scream/ref_window.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

/// 20 kB, a round trip of 100 ms, plenty in flight lately.
struct Window {
  ScreamParameters parameters;
  ScreamRefWindow window;
  ScreamAck ack;

  explicit Window(double size = 20'000) {
    window.start(parameters, size);
    window.on_sent(t0, bytes(1'000'000));
    ack.now = t0;
    ack.round_trip_time = 100ms;
  }
  double after(Duration when, std::int64_t acknowledged, const ScreamMarks& marks = {}) {
    ack.now = t0 + when;
    ack.acknowledged = bytes(acknowledged);
    window.on_ack(parameters, ack, marks);
    return window.bytes();
  }
};

constexpr ScreamMarks all_virtual{0, 1};

}  // namespace

TEST_CASE("SCReAM v2 grows by one MSS and 2 % per round trip before any congestion") {
  Window window;
  CHECK(window.after(0ms, 4000) == Approx(20'000 + 4000.0 / 20'000 * (1000 + 0.02 * 20'000)));
}

TEST_CASE("SCReAM v2 after congestion: the 2 % come back over 100 round trips, near the inflection a quarter") {
  struct Row {
    Duration since;
    double size;  // after the reduction from 20 kB
    double per_round_trip;
  };
  const auto row = GENERATE(values<Row>({
      {0ms, 18'000, 0.64 * 1000},                       // (8/10)^2
      {5s, 18'000, 0.64 * (1000 + 0.02 * 18'000 / 2)},  // 50 round trips
      {10s, 18'000, 0.64 * (1000 + 0.02 * 18'000)},
      {20s, 18'000, 0.64 * (1000 + 0.02 * 18'000)},
      {0ms, 19'000, 0.25 * 1000},  // (8/20)^2 = 0.16
      {0ms, 10'000, 1000},
  }));
  Window window;
  window.parameters.beta_loss = row.size / 20'000;
  window.ack.lost = true;
  REQUIRE(window.after(0ms, 0) == Approx(row.size));
  window.ack.lost = false;
  window.window.on_sent(t0 + row.since, bytes(1'000'000));
  CHECK(window.after(row.since, 1000) == Approx(row.size + 1000 / row.size * row.per_round_trip));
}

TEST_CASE("SCReAM v2 reacts to losses once per round trip, by 0.7, down to the smallest window") {
  Window window;
  window.ack.lost = true;
  CHECK(window.after(0ms, 1000) == Approx(14'000));
  CHECK(window.after(50ms, 1000) == Approx(14'000));
  CHECK(window.after(99ms, 1000) == Approx(14'000));
  CHECK(window.after(100ms, 1000) == Approx(9800));
  for (int i = 2; i < 100; ++i) window.after(i * 100ms, 1000);
  CHECK(window.window.bytes() == 3000);
}

TEST_CASE("SCReAM v2 reacts to virtual marks once per 25 ms, and does not grow by what is marked") {
  Window window;
  CHECK(window.after(0ms, 1000, all_virtual) == Approx(20'000 * 0.875));
  CHECK(window.after(24ms, 1000, all_virtual) == Approx(20'000 * 0.875));
  CHECK(window.after(25ms, 1000, all_virtual) == Approx(20'000 * 0.875 * 0.875));
  window.ack.round_trip_time = 10ms;  // then once per round trip, half of it
  CHECK(window.after(50ms, 1000, all_virtual) == Approx(20'000 * 0.875 * 0.875 * 0.5));
  CHECK(window.after(60ms, 1000, all_virtual) == Approx(20'000 * 0.875 * 0.875 * 0.25));
}

TEST_CASE("SCReAM v2 with few virtual marks reduces a little and grows by the rest") {
  Window window;
  const double reduced = 20'000 * (1 - 0.1 / 2 / 4);
  // Just after the reduction: a quarter of an MSS per round trip, for nine tenths of what is acknowledged.
  CHECK(window.after(0ms, 2000, {0, 0.1}) == Approx(reduced + 0.9 * 2000 / reduced * 250));
}

TEST_CASE("SCReAM v2 reacts to marks of the network: to L4S's by alpha, to others by 0.8 once per round trip") {
  Window window;
  window.ack.marked = bytes(1000);
  SECTION("L4S") {
    CHECK(window.after(0ms, 0, {0.4, 0}) == Approx(20'000 * (1 - 0.4 / 2 / 4)));
    CHECK(window.after(25ms, 0, {0.4, 1}) == Approx(20'000 * 0.95 * 0.875));
  }
  SECTION("classic") {
    window.parameters.l4s = 0;
    CHECK(window.after(0ms, 0, {0.4, 0}) == Approx(16'000));
    CHECK(window.after(99ms, 0, {0.4, 0}) == Approx(16'000));
    CHECK(window.after(100ms, 0, {0.4, 0}) == Approx(12'800));
  }
}

TEST_CASE("SCReAM v2 keeps the window within one MSS and 1.5 times the most in flight during 5 s") {
  Window window;
  for (int i = 1; i <= 60; ++i) window.window.on_sent(t0 + i * 100ms, bytes(10'000));
  CHECK(window.after(6s, 1000) == Approx(16'000));
}

TEST_CASE("SCReAM v2 that takes over is not held to what it had in flight before its first acknowledgement") {
  Window window;
  for (int i = 1; i <= 60; ++i) window.window.on_sent(t0 + i * 100ms, bytes(1000));
  CHECK(window.after(6s, 0) == 20'000);
  CHECK(window.after(6s, 1) == 3000);
}

TEST_CASE("SCReAM v2 collapses to the smallest window and grows from it") {
  Window window;
  window.window.collapse(window.parameters, t0);
  CHECK(window.window.bytes() == 3000);
  window.window.on_sent(t0 + 5s, bytes(1'000'000));
  CHECK(window.after(5s, 3000) == Approx(3000 + 1000 + 0.02 * 3000 / 2));
}
