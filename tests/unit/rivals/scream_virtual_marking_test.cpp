#include "core/control/rivals/scream/marking.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

ScreamAck ack_of(LocalTime now, std::int64_t acknowledged, std::int64_t marked) {
  ScreamAck ack;
  ack.now = now;
  ack.acknowledged = bytes(acknowledged);
  ack.marked = bytes(marked);
  ack.round_trip_time = 100ms;
  return ack;
}

}  // namespace

TEST_CASE("SCReAM v2 marks virtually from half the target on, everything from the target on") {
  struct Row {
    Duration average;
    double alpha;
  };
  const auto row =
      GENERATE(values<Row>({{0ms, 0}, {30ms, 0}, {33ms, 0.1}, {45ms, 0.5}, {60ms, 1}, {61ms, 1}, {24h, 1}, {-5ms, 0}}));
  CHECK(scream_virtual_alpha(row.average, 60ms) == Approx(row.alpha));
  CHECK(scream_virtual_alpha(row.average * 2, 120ms) == Approx(row.alpha));
}

TEST_CASE("SCReAM v2 backs off by half the marks per virtual round trip") {
  CHECK(scream_backoff(1, 25ms, 25ms) == Approx(0.5));
  CHECK(scream_backoff(1, 1ms, 25ms) == Approx(0.5));
  CHECK(scream_backoff(1, 100ms, 25ms) == Approx(0.125));
  CHECK(scream_backoff(0.2, 50ms, 25ms) == Approx(0.05));
  CHECK(scream_backoff(0, 100ms, 25ms) == 0);
}

TEST_CASE("SCReAM v2's L4S alpha rises by an eighth and falls by a 128th of the difference, each 10 ms") {
  ScreamL4sAlpha alpha;
  const auto step = [&](int ms, std::int64_t marked) {
    alpha.on_ack(ack_of(t0 + std::chrono::milliseconds(ms), 1000, marked), 1.0 / 8, 1.0 / 128);
    return alpha.alpha();
  };
  CHECK(step(0, 0) == 0);
  CHECK(step(10, 1000) == Approx(0.125));
  CHECK(step(12, 1000) == Approx(0.125));  // counted for the next step
  CHECK(step(19, 0) == Approx(0.125));
  CHECK(step(20, 0) == Approx(0.125 + (1.0 / 3 - 0.125) / 8));
  const double before = alpha.alpha();
  CHECK(step(30, 0) == Approx(before * 127 / 128));
}

TEST_CASE("SCReAM v2's L4S alpha stays a share, whatever the reports say") {
  ScreamL4sAlpha alpha;
  for (int i = 0; i < 1000; ++i) alpha.on_ack(ack_of(t0 + i * 10ms, i % 3, 5000), 1.0 / 8, 1.0 / 128);
  CHECK(alpha.alpha() <= 1);
  for (int i = 0; i < 1000; ++i) alpha.on_ack(ack_of(t0 + 1h, 0, 0), 1.0 / 8, 1.0 / 128);
  CHECK(alpha.alpha() > 0.9);
}
