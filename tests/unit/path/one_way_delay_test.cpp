#include "core/path/one_way_delay.h"

#include <catch2/catch.hpp>

#include "path_in_virtual_time.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("With one clock the delay is the difference, whatever the clock's reading") {
  const auto start = GENERATE(values<LocalTime>({
      LocalTime(1s),
      LocalTime(65536s - 20s),      // the report's 16.16 clock wraps during the run
      LocalTime(4 * 65536s - 20s),  // 3 days of uptime
      LocalTime(30 * 24h + 12345s),
  }));
  PathConfig config;
  config.kind = DelayKind::true_;
  config.start = start;
  config.backward = 80ms;  // an asymmetric path makes no difference
  PathInVirtualTime path(config, random_queue(10ms, 1));
  path.run(60s);
  CHECK(path.points.size() > 5900);
  CHECK(path.largest_error(0s) < 1ms);  // the wire's resolution
  CHECK(path.mean_error(0s) < 100us);
  CHECK(path.mean_error(0s) > -100us);
}

TEST_CASE("Without a common clock the estimate comes within 1.5 ms of the truth once the skew is known") {
  const double ppm = GENERATE(0, 50, -50, 100, -100, 300, -300, 490, -490);
  const unsigned seed = GENERATE(1u, 2u, 3u);
  PathConfig config;
  config.skew = ppm * 1e-6;
  config.peer_offset = GENERATE(Duration(0), Duration(12345678ms));
  PathInVirtualTime path(config, random_queue(8ms, seed));
  path.run(5min);
  CAPTURE(ppm, seed);
  CHECK(path.points.size() > 29'000);
  CHECK(path.largest_error(90s) < 1500us);
}

TEST_CASE("Neither a queue that builds up slowly nor the way back is taken for skew") {
  struct Row {
    const char* what;
    double (*queue)(double t);  // s
  };
  const auto row = GENERATE(values<Row>({
      {"linear for two minutes", [](double t) { return std::min(t, 120.0) * 200e-6; }},
      {"flows that join one by one", [](double t) { return 0.01 * std::floor(t / 45); }},
      {"quadratic", [](double t) { return 0.04 * std::pow(t / 180, 2); }},
  }));
  INFO(row.what);
  PathInVirtualTime path({}, [&](Duration t) { return from_seconds(row.queue(to_seconds(t))); });
  path.run(170s);
  CHECK(path.largest_error(0s) < 2500us);
}

TEST_CASE("An asymmetric path shifts the estimate by half the asymmetry and by nothing else") {
  PathConfig config;
  config.forward = 10ms;
  config.backward = 50ms;
  PathInVirtualTime path(config, random_queue(8ms, 1));
  path.run(2min);
  CHECK(to_milliseconds(path.mean_error(90s)) == Approx(20).margin(1));
}

TEST_CASE("A flow that joins a standing queue q0 tells q0/2 too little until the queue drains") {
  const Duration standing = GENERATE(20ms, 50ms, 100ms);
  const auto queue = [&](Duration t) { return t < 60s || t >= 62s ? standing : Duration::zero(); };
  PathInVirtualTime path({}, queue);
  path.run(50s);
  CHECK(to_milliseconds(path.mean_error(5s)) == Approx(-to_milliseconds(standing) / 2).margin(1));
  path.run(20s);
  CHECK(to_milliseconds(path.mean_error(63s)) == Approx(0).margin(1));
}

TEST_CASE("The queueing delay is what the packet had above the path's minimum") {
  OneWayDelay delay(DelayKind::estimated);
  RoundTripTime rtt;
  CHECK_FALSE(delay.queueing_delay());
  const auto add = [&](Duration at, Duration relative) {
    return delay.add(LocalTime(at), RemoteTime(at + relative), rtt);
  };
  CHECK_FALSE(add(1s, -700s));  // no round trip yet
  CHECK(delay.queueing_delay() == Duration::zero());
  rtt.add(LocalTime(1s), 40ms);
  rtt.add(LocalTime(2s), 70ms);
  CHECK(add(2s, -700s + 30ms) == 50ms);
  CHECK(delay.queueing_delay() == 30ms);
  CHECK(add(3s, -700s - 10ms) == 20ms);
  CHECK(add(3200ms, -700s - 10ms) == 20ms);  // a new minimum, confirmed
  CHECK(add(4s, -700s) == 30ms);
}

TEST_CASE("A few packets that come early at once change neither the queueing nor the propagation delay of the others") {
  const auto kind = GENERATE(DelayKind::estimated, DelayKind::true_);
  OneWayDelay delay(kind);
  RoundTripTime rtt;
  for (Duration t{}; t < 5min; t += 10ms) {
    const bool dips = t >= 15s && t % Duration(15s) < 30ms;
    const Duration path = dips ? 12ms : 25ms;
    rtt.add(LocalTime(t), path + 25ms);
    const auto e = delay.add(LocalTime(t), RemoteTime(t + path + 5ms * (t / 10ms % 2)), rtt);
    if (t < 1s || dips) continue;
    REQUIRE(std::abs(to_milliseconds(*e) - (t / 10ms % 2 == 0 ? 25.0 : 30.0)) < 0.01);
    REQUIRE(std::abs(to_milliseconds(*delay.queueing_delay()) - (t / 10ms % 2 == 0 ? 0.0 : 5.0)) < 0.01);
    REQUIRE(std::abs(to_milliseconds(*delay.propagation_delay()) - 25) < 0.01);
  }
}

// The reports' way back becomes longer, and nothing else changes.
TEST_CASE("When the minimum of the round trip expires an estimate steps, and delays stay comparable") {
  const DelayKind kind = GENERATE(DelayKind::estimated, DelayKind::true_);
  OneWayDelay delays(kind);
  RoundTripTime round_trip;
  std::vector<Duration> estimates;
  std::vector<Duration> relative;
  for (Duration t{}; t < 15min; t += 100ms) {
    const LocalTime sent = LocalTime(1000s) + t;
    round_trip.add(sent, t < 1min ? 40ms : 100ms);
    PacketResult packet;
    packet.one_way_delay = delays.add(sent, RemoteTime(sent.time_since_epoch() + 20ms), round_trip);
    packet.assumed_propagation = delays.assumed_propagation();
    REQUIRE(packet.one_way_delay);
    estimates.push_back(*packet.one_way_delay);
    relative.push_back(*packet.relative_delay());
  }
  const Duration step = kind == DelayKind::estimated ? 30ms : 0ms;
  CHECK(estimates.back() - estimates.front() == step);
  for (const Duration d : relative) REQUIRE(d == relative.front());
}

// A dip long enough to be taken for the path, and then the path as before.
TEST_CASE("A base delay that was wrong is corrected once less is sent and the queue keeps still") {
  PathConfig config;
  config.kind = GENERATE(DelayKind::estimated, DelayKind::true_);
  config.forward = 12ms;
  PathInVirtualTime path(config, [](Duration t) { return t >= 20s && t < 20300ms ? 0ms : 13ms; });
  path.run(20s);
  CHECK(to_milliseconds(*path.monitor.queueing_delay()) == Approx(0).margin(1));
  path.run(2s);
  CHECK(to_milliseconds(*path.monitor.queueing_delay()) == Approx(13).margin(1.5));
  CHECK(to_milliseconds(*path.monitor.round_trip_time().minimum()) == Approx(37).margin(1.5));
  path.send_each(20ms);
  path.run(2s);
  CHECK(to_milliseconds(*path.monitor.queueing_delay()) == Approx(0).margin(1));
  const double propagation = to_milliseconds(*path.monitor.propagation_delay());
  CHECK(propagation == Approx(25).margin(1.5));
  CHECK(to_milliseconds(*path.monitor.round_trip_time().minimum()) == Approx(50).margin(1.5));
}
