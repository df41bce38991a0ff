#include "core/control/rivals/scream/cwnd.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};
constexpr Duration target = 100ms;

ScreamAck ack_of(std::int64_t acknowledged, std::int64_t in_flight, Duration queue_delay = 0ms) {
  ScreamAck ack;
  ack.now = t0;
  ack.acknowledged = bytes(acknowledged);
  ack.in_flight = bytes(in_flight);
  ack.queue_delay = queue_delay;
  ack.round_trip_time = 100ms;
  return ack;
}

ScreamAck loss_at(LocalTime now) {
  ScreamAck ack = ack_of(0, 20'000);
  ack.now = now;
  ack.lost = true;
  return ack;
}

/// A window of 20 kB, out of fast increase, with plenty in flight lately.
struct Window {
  ScreamV1Parameters parameters;
  ScreamCwnd cwnd;

  Window() {
    cwnd.start(parameters, 20'000, t0);
    cwnd.on_sent(t0, bytes(100'000));
    cwnd.on_ack(parameters, ack_of(0, 20'000), 0.2, target);
    REQUIRE_FALSE(cwnd.in_fast_increase());
    REQUIRE(cwnd.bytes() == 20'000);
  }
};

}  // namespace

TEST_CASE("SCReAM v1 in fast increase grows by what is acknowledged, if the window is used") {
  struct Row {
    std::int64_t acknowledged;
    std::int64_t in_flight;
    double window;
  };
  const auto row = GENERATE(values<Row>({{5000, 10'001, 25'000},  // 1.5 in flight + acknowledged > cwnd
                                         {5000, 10'000, 20'000},
                                         {20'000, 0, 20'000},
                                         {20'001, 0, 40'001}}));
  const ScreamV1Parameters parameters;
  ScreamCwnd cwnd;
  cwnd.start(parameters, 20'000, t0);
  CHECK(cwnd.on_ack(parameters, ack_of(row.acknowledged, row.in_flight), 0.19, target) == ScreamCwnd::Event::none);
  CHECK(cwnd.bytes() == row.window);
  CHECK(cwnd.in_fast_increase());
}

TEST_CASE("SCReAM v1 ends fast increase by the trend or by a loss") {
  const ScreamV1Parameters parameters;
  ScreamCwnd cwnd;
  cwnd.start(parameters, 20'000, t0);
  cwnd.on_sent(t0, bytes(30'000));
  SECTION("trend") { cwnd.on_ack(parameters, ack_of(1000, 20'000), 0.2, target); }
  SECTION("loss") { cwnd.on_ack(parameters, loss_at(t0), 0, target); }
  CHECK_FALSE(cwnd.in_fast_increase());
}

TEST_CASE("SCReAM v1 steers the window by the queue delay as LEDBAT does") {
  struct Row {
    Duration queue_delay;
    std::int64_t acknowledged;
    std::int64_t in_flight;
    double change;  // off_target acknowledged MSS / cwnd
  };
  const auto row = GENERATE(values<Row>({{0ms, 4000, 20'000, 200},
                                         {50ms, 4000, 20'000, 100},
                                         {100ms, 4000, 20'000, 0},
                                         {200ms, 4000, 20'000, -200},
                                         {0ms, 4000, 12'801, 200},
                                         {0ms, 4000, 12'800, 0},  // 1.25 in flight + acknowledged <= cwnd: unused
                                         {200ms, 4000, 0, -200},  // unused or not, it shrinks
                                         {24h, 4000, 20'000, -17'000}}));
  Window window;
  window.cwnd.on_ack(window.parameters, ack_of(row.acknowledged, row.in_flight, row.queue_delay), 0, target);
  CHECK(window.cwnd.bytes() == Approx(20'000 + row.change));
}

TEST_CASE("SCReAM v1 keeps the window within 1.1 times the most that was in flight during 5 s") {
  Window window;
  for (int i = 1; i <= 60; ++i) window.cwnd.on_sent(t0 + i * 100ms, bytes(10'000));
  window.cwnd.on_ack(window.parameters, ack_of(1000, 20'000), 0, target);
  CHECK(window.cwnd.bytes() == Approx(11'000));
}

TEST_CASE("SCReAM v1 reacts to losses once per round trip, by 0.8, down to the smallest window") {
  Window window;
  const auto lose = [&](Duration when) { return window.cwnd.on_ack(window.parameters, loss_at(t0 + when), 0, target); };
  CHECK(lose(0ms) == ScreamCwnd::Event::loss);
  CHECK(window.cwnd.bytes() == Approx(16'000));
  CHECK(lose(50ms) == ScreamCwnd::Event::none);
  CHECK(lose(99ms) == ScreamCwnd::Event::none);
  CHECK(window.cwnd.bytes() == Approx(16'000));
  CHECK(lose(100ms) == ScreamCwnd::Event::loss);
  CHECK(window.cwnd.bytes() == Approx(12'800));
  for (int i = 2; i < 100; ++i) lose(i * 100ms);
  CHECK(window.cwnd.bytes() == 3000);
}

TEST_CASE("SCReAM v1 takes a mark for less than a loss") {
  Window window;
  ScreamAck ack = ack_of(1000, 20'000);
  ack.marked = bytes(1000);
  CHECK(window.cwnd.on_ack(window.parameters, ack, 0, target) == ScreamCwnd::Event::mark);
  CHECK(window.cwnd.bytes() == Approx(18'000));
}

TEST_CASE("SCReAM v1 resumes fast increase after five seconds without a trend") {
  Window window;
  const auto ack_at = [&](Duration when, double trend) {
    ScreamAck ack = ack_of(0, 20'000);
    ack.now = t0 + when;
    window.cwnd.on_ack(window.parameters, ack, trend, target);
    return window.cwnd.in_fast_increase();
  };
  CHECK_FALSE(ack_at(2s, 0.2));
  CHECK_FALSE(ack_at(3s, 0.19));
  CHECK_FALSE(ack_at(6999ms, 0));
  CHECK(ack_at(7s, 0));
  window.cwnd.on_ack(window.parameters, loss_at(t0 + 8s), 0, target);
  CHECK_FALSE(ack_at(12900ms, 0));  // nor at once after a loss that no trend announced
  CHECK(ack_at(13s, 0));
}

TEST_CASE("SCReAM v1 collapses to the smallest window and begins anew") {
  Window window;
  window.cwnd.collapse(window.parameters, t0 + 1s);
  CHECK(window.cwnd.bytes() == 3000);
  CHECK(window.cwnd.in_fast_increase());
}
