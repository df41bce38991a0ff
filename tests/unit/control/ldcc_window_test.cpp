#include "core/control/ldcc_window.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};
constexpr RemoteTime a0{7000s};

PacketResult packet(Duration sent, std::optional<Duration> arrival, DataSize size = bytes(1000)) {
  PacketResult r{0, size, t0 + sent, arrival.has_value(), std::nullopt, std::nullopt};
  if (arrival) {
    r.arrival = a0 + *arrival;
    r.one_way_delay = 50ms;
  }
  return r;
}

}  // namespace

TEST_CASE("n packets over the n intervals since the last packet of the window before") {
  LdccWindow window;
  CHECK_FALSE(window.add(packet(0ms, 0ms, bytes(9000)), 30ms));  // the anchor's own size does not count
  CHECK_FALSE(window.add(packet(10ms, 20ms), 30ms));
  CHECK_FALSE(window.add(packet(20ms, 25ms), 30ms));
  const auto first = window.add(packet(30ms, 40ms), 30ms);
  REQUIRE(first);
  CHECK(first->sent == bytes(3000) / Duration(30ms));
  CHECK(first->received == bytes(3000) / Duration(40ms));
  CHECK(first->span == 30ms);
  CHECK_FALSE(window.add(packet(50ms, 50ms, bytes(400)), 30ms));
  CHECK_FALSE(window.add(packet(60ms, 60ms, bytes(500)), 30ms));
  const auto second = window.add(packet(80ms, 70ms, bytes(600)), 30ms);
  REQUIRE(second);
  CHECK(second->sent == bytes(1500) / Duration(50ms));
  CHECK(second->received == bytes(1500) / Duration(30ms));
}

TEST_CASE("Windows last `length` on the average, whatever the spacing of packets") {
  const Duration spacing = GENERATE(1ms, 7ms, 13ms, 30ms);
  LdccWindow window;
  int windows = 0;
  for (Duration t{}; t < 100s; t += spacing) windows += window.add(packet(t, t), 100ms) ? 1 : 0;
  CHECK(windows == Approx(1000).margin(3));
}

TEST_CASE("A window has at least three packets") {
  LdccWindow window;
  int windows = 0;
  for (Duration t{}; t <= 9s; t += 100ms) windows += window.add(packet(t, t), 50ms) ? 1 : 0;
  CHECK(windows == 30);
}

TEST_CASE("Lost packets count as sent, and end no window") {
  LdccWindow window;
  window.add(packet(-10ms, std::nullopt), 40ms);  // before the anchor: not counted
  window.add(packet(0ms, 0ms), 40ms);
  window.add(packet(10ms, std::nullopt), 40ms);
  window.add(packet(20ms, 20ms), 40ms);
  window.add(packet(30ms, 30ms), 40ms);
  CHECK_FALSE(window.add(packet(90ms, std::nullopt), 40ms));
  const auto averages = window.add(packet(100ms, 100ms), 40ms);
  REQUIRE(averages);
  CHECK(averages->sent == bytes(5000) / Duration(100ms));
  CHECK(averages->received == bytes(3000) / Duration(100ms));
}

TEST_CASE("Arrivals without a time or a delay count nowhere") {
  LdccWindow window;
  PacketResult timeless = packet(5ms, 5ms);
  timeless.arrival.reset();
  PacketResult delayless = packet(5ms, 5ms);
  delayless.one_way_delay.reset();
  CHECK_FALSE(window.add(timeless, 20ms));
  window.add(packet(0ms, 0ms), 20ms);
  CHECK_FALSE(window.add(timeless, 20ms));
  CHECK_FALSE(window.add(delayless, 20ms));
  window.add(packet(10ms, 10ms), 20ms);
  window.add(packet(20ms, 20ms), 20ms);
  const auto averages = window.add(packet(30ms, 30ms), 20ms);
  REQUIRE(averages);
  CHECK(averages->sent == bytes(3000) / Duration(30ms));
}

TEST_CASE("Delays and round trips are averaged over the window, without a sample the last one holds") {
  LdccWindow window;
  const auto add = [&](Duration at, Duration delay) {
    PacketResult r = packet(at, at);
    r.one_way_delay = delay;
    return window.add(r, 30ms);
  };
  window.add_round_trip_time(500ms);  // before the anchor
  add(0ms, 900ms);
  window.add_round_trip_time(100ms);
  window.add_round_trip_time(130ms);
  add(10ms, 50ms);
  add(20ms, 60ms);
  const auto first = add(30ms, 70ms);
  REQUIRE(first);
  CHECK(first->one_way_delay == 60ms);
  CHECK(first->round_trip_time == 115ms);
  add(40ms, 1ms);
  add(50ms, 1ms);
  const auto second = add(60ms, 1ms);
  REQUIRE(second);
  CHECK(second->round_trip_time == 130ms);
}

TEST_CASE("A burst sent at one instant does not end a window, the next packet does") {
  LdccWindow window;
  window.add(packet(0ms, 0ms), 30ms);
  for (Duration arrival : {10ms, 20ms, 30ms, 40ms}) CHECK_FALSE(window.add(packet(0ms, arrival), 30ms));
  const auto averages = window.add(packet(10ms, 50ms), 30ms);
  REQUIRE(averages);
  CHECK(averages->sent == bytes(5000) / Duration(10ms));
  CHECK(averages->received == bytes(5000) / Duration(50ms));
}

TEST_CASE("Restarted, it begins with a new anchor") {
  LdccWindow window;
  for (Duration t{}; t < 30ms; t += 10ms) window.add(packet(t, t), 30ms);
  window.restart();
  for (Duration t = 500ms; t < 530ms; t += 10ms) CHECK_FALSE(window.add(packet(t, t), 30ms));
  const auto averages = window.add(packet(530ms, 530ms), 30ms);
  REQUIRE(averages);
  CHECK(averages->span == 30ms);
}

TEST_CASE("A peer's clock that is set back begins a new window at once") {
  LdccWindow window;
  for (Duration t{}; t < 1s; t += 10ms) window.add(packet(t, t), 100ms);
  int windows = 0;
  for (Duration t = 1s; t < 2s; t += 10ms) {
    const auto averages = window.add(packet(t, t - 1h), 100ms);
    if (!averages) continue;
    ++windows;
    CHECK(averages->received.kbps() == Approx(800).epsilon(0.01));
  }
  CHECK(windows == Approx(10).margin(1));
}

TEST_CASE("A packet that comes late counts as received, and not as sent once more") {
  LdccWindow window;
  auto late = packet(15ms, 32ms);
  late.late = true;
  CHECK_FALSE(window.add(late, 30ms));  // before any window
  window.add(packet(0ms, 0ms), 30ms);
  window.add(packet(10ms, 10ms), 30ms);
  window.add(packet(15ms, std::nullopt), 30ms);
  window.add(packet(20ms, 20ms), 30ms);
  CHECK_FALSE(window.add(late, 30ms));  // it ends no window either
  const auto first = window.add(packet(40ms, 40ms), 30ms);
  REQUIRE(first);
  CHECK(first->sent == bytes(4000) / Duration(40ms));
  CHECK(first->received == bytes(4000) / Duration(40ms));
  CHECK(first->one_way_delay == 50ms);
}
