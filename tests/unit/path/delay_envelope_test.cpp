#include "core/path/delay_envelope.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "path_in_virtual_time.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr double ppm = 1e-6;

/// Adds a packet per 20 ms for so long; returns the envelope.
template <class Delay>
DelayEnvelope envelope_of(Duration length, Delay delay, bool remove_skew = true) {
  DelayEnvelope envelope(remove_skew);
  for (Duration t{}; t < length; t += 20ms) envelope.add(LocalTime(7h + t), from_seconds(delay(to_seconds(t))));
  return envelope;
}

}  // namespace

TEST_CASE("The slope of the floor is the skew, up to 500 ppm") {
  const double truth = GENERATE(0, 20, 100, 300, 499, -20, -100, -300, -499) * ppm;
  const auto envelope = envelope_of(3min, [&](double t) { return 0.1 + truth * t; });
  CHECK(envelope.skew() == Approx(truth).margin(0.1 * ppm));
}

TEST_CASE("A steeper slope is no clock's") {
  const double slope = GENERATE(520, 2000, -520, -2000) * ppm;
  CHECK(envelope_of(3min, [&](double t) { return slope * t; }).skew() == 0);
}

TEST_CASE("Nothing is said of the skew before a minute has passed") {
  const auto delay = [](double t) { return 100 * ppm * t; };
  CHECK(envelope_of(59s, delay).skew() == 0);
  CHECK(envelope_of(70s, delay).skew() != 0);
}

TEST_CASE("With one clock no skew is looked for") {
  CHECK(envelope_of(
            3min, [](double t) { return 100 * ppm * t; }, false)
            .skew() == 0);
}

TEST_CASE("A queue that builds up, steps or swings is not taken for skew") {
  struct Row {
    const char* what;
    double (*delay)(double t);  // s
  };
  const auto row = GENERATE(values<Row>({
      {"steps up", [](double t) { return t < 70 ? 0 : 0.05; }},
      {"steps up early", [](double t) { return t < 20 ? 0 : 0.02; }},
      {"steps down", [](double t) { return t < 100 ? 0.03 : 0; }},
      {"a staircase", [](double t) { return 0.01 * std::floor(t / 45); }},
      {"builds up faster and faster", [](double t) { return 0.04 * std::pow(t / 180, 2); }},
      {"builds up and saturates", [](double t) { return 0.04 * (1 - std::exp(-t / 40)); }},
      {"builds up from the middle on", [](double t) { return std::max(0.0, t - 60) * 250e-6; }},
      {"a slow swing", [](double t) { return 0.02 * (1 - std::cos(t / 40)); }},
      {"a bump", [](double t) { return 0.03 * std::exp(-std::pow((t - 90) / 20, 2)); }},
  }));
  INFO(row.what);
  double largest = 0;
  DelayEnvelope envelope(true);
  for (Duration t{}; t < 5min; t += 20ms) {
    const Duration queue = from_seconds(row.delay(to_seconds(t)));
    envelope.add(LocalTime(t), queue, 50ms + queue);
    largest = std::max(largest, std::abs(envelope.skew()));
  }
  CHECK(largest <= 40 * ppm);  // 2.4 ms a minute
}

TEST_CASE("Skew is found beside a queue on the way back that drains now and then") {
  DelayEnvelope envelope(true);
  auto queue = random_queue(20ms, 5);
  for (Duration t{}; t < 3min; t += 20ms) {
    const Duration there = queue(t);
    envelope.add(LocalTime(t), there + from_seconds(-80 * ppm * to_seconds(t)), 50ms + there + queue(t));
  }
  CHECK(envelope.skew() == Approx(-80 * ppm).margin(3 * ppm));
}

TEST_CASE("A route that gets longer is believed again after three minutes, one that gets shorter at once") {
  DelayEnvelope envelope(true);
  Duration last{};
  const auto run = [&](Duration from, Duration to, Duration floor) {
    for (Duration t = from; t < to; t += 20ms) last = envelope.add(LocalTime(t), floor);
  };
  run(0s, 200s, 30ms);
  CHECK(last == Duration::zero());
  run(200s, 378s, 70ms);
  CHECK(to_milliseconds(last) == Approx(40).margin(0.1));
  run(378s, 386s, 70ms);
  CHECK(to_milliseconds(last) == Approx(0).margin(0.1));
  run(386s, 387s, 20ms);
  CHECK(to_milliseconds(last) == Approx(0).margin(0.1));
  CHECK(std::abs(envelope.skew()) < 1 * ppm);
}

TEST_CASE("What lies above the envelope is never negative") {
  DelayEnvelope envelope(true);
  auto queue = random_queue(5ms, 4);
  Duration least = 1s;
  for (Duration t{}; t < 4min; t += 20ms) {
    least = std::min(least, envelope.add(LocalTime(t), queue(t) - from_seconds(200 * ppm * to_seconds(t))));
  }
  CHECK(least == Duration::zero());
}
