#include "core/path/confirmed_minimum.h"

#include <catch2/catch.hpp>
#include <random>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

/// Adds a packet per `spacing` from `from` to `to`, with the delay that a function of the time says.
template <class Delay>
void feed(ConfirmedMinimum& base, Duration from, Duration to, Duration spacing, Delay delay) {
  for (Duration t = from; t < to; t += spacing) base.add(t0 + t, delay(t));
}

Duration flat(Duration) { return 25ms; }

}  // namespace

TEST_CASE("A delay that dips for a moment is no base, however often it dips beyond the memory") {
  const Duration spacing = GENERATE(1ms, 3ms, 20ms);
  ConfirmedMinimum base(10min, 1min);
  feed(base, 0s, 5min, spacing, [&](Duration t) {
    const bool dips = t >= 15s && t % Duration(15s) < 30ms;
    return dips ? Duration(12ms) : Duration(25ms);
  });
  CHECK(*base.value() == 25ms);
}

TEST_CASE("A shorter path is the base after 100 ms, a longer one once the window has passed") {
  ConfirmedMinimum base(30s, 1s);
  feed(base, 0s, 20s, 5ms, flat);
  feed(base, 20s, 20s + 100ms, 5ms, [](Duration) { return 12ms; });
  CHECK(*base.value() == 25ms);
  feed(base, 20s + 100ms, 20s + 120ms, 5ms, [](Duration) { return 12ms; });
  CHECK(*base.value() == 12ms);
  feed(base, 21s, 50s, 5ms, flat);
  CHECK(*base.value() == 12ms);
  feed(base, 50s, 52s, 5ms, flat);
  CHECK(*base.value() == 25ms);
}

TEST_CASE("The first packets of a call are the base at once") {
  ConfirmedMinimum base(10min, 1min);
  CHECK_FALSE(base.value());
  base.add(t0, 40ms);
  CHECK(*base.value() == 40ms);
  base.add(t0 + 5ms, 25ms);
  CHECK(*base.value() == 25ms);
  base.add(t0 + 500ms, 60ms);  // a queue builds up
  CHECK(*base.value() == 25ms);
}

TEST_CASE("A queue that drains falls to a base that lags by 100 ms") {
  ConfirmedMinimum base(10min, 1min);
  feed(base, 0s, 2s, 5ms, [](Duration t) { return 25ms + std::max(Duration(400ms) - t, Duration(0)); });
  CHECK(*base.value() == 25ms);
}

TEST_CASE("A standing queue that drains for 30 ms each 5 s shows the base the second time") {
  ConfirmedMinimum base(10min, 1min);
  const auto drains = [](Duration t) {
    return 25ms + (t % Duration(5s) < 30ms && t >= 5s ? Duration(0) : Duration(20ms));
  };
  feed(base, 0s, 10s, 3ms, drains);
  CHECK(*base.value() == 45ms);
  feed(base, 10s, 11s, 3ms, drains);
  CHECK(*base.value() == 25ms);
}

TEST_CASE("Few packets confirm a base too, and one alone after a long pause is believed") {
  ConfirmedMinimum base(10min, 1min);
  feed(base, 0s, 20s, 1s, flat);
  base.add(t0 + 20s, 12ms);
  CHECK(*base.value() == 25ms);
  base.add(t0 + 21s, 25ms);
  CHECK(*base.value() == 25ms);
  base.add(t0 + 22s, 12ms);
  CHECK(*base.value() == 12ms);
  base.add(t0 + 60s, 9ms);
  CHECK(*base.value() == 9ms);
}

TEST_CASE("Jitter moves a confirmed base by little") {
  ConfirmedMinimum base(30s, 1s);
  WindowedMinimum<Duration> least(30s, 1s);
  std::mt19937 random(1);
  std::exponential_distribution<double> jitter(1 / 5e-3);
  for (Duration t{}; t < 30s; t += 4ms) {
    const Duration delay = 25ms + from_seconds(jitter(random));
    base.add(t0 + t, delay);
    least.add(t0 + t, delay);
  }
  CHECK(*base.value() >= *least.value());
  CHECK(*base.value() - *least.value() < 100us);
}

TEST_CASE("What is reset knows nothing of before") {
  ConfirmedMinimum base(10min, 1min);
  feed(base, 0s, 5s, 5ms, flat);
  base.reset();
  CHECK_FALSE(base.value());
  base.add(t0 + 5s, 40ms);
  CHECK(*base.value() == 40ms);
}

TEST_CASE("A delay that is lower by no more than reports round to counts at once") {
  ConfirmedMinimum base(10min, 1min);
  feed(base, 0s, 5s, 5ms, flat);
  base.add(t0 + 5s, 23ms);
  CHECK(*base.value() == 23ms);
}

TEST_CASE("Dips that confirm each other do so no more once what they confirmed was refuted") {
  ConfirmedMinimum base(30s, 1s);
  const auto dips = [](Duration t) { return t % Duration(2s) < 30ms && t >= 2s ? Duration(12ms) : Duration(25ms); };
  feed(base, 0s, 5s, 5ms, dips);
  CHECK(*base.value() == 12ms);
  base.refute();
  CHECK_FALSE(base.value());
  feed(base, 5s, 2min, 5ms, dips);
  CHECK(*base.value() == 25ms);
  feed(base, 2min, 2min + 200ms, 5ms, [](Duration) { return 12ms; });  // another route
  CHECK(*base.value() == 12ms);
}

TEST_CASE("A queue of others that drains for less than 100 ms shows the base at once") {
  const Duration spacing = GENERATE(2ms, 5ms, 10ms);
  const auto trough = [](Duration t) { return 25ms + std::chrono::abs(t - Duration(5s)) / 2; };  // to the path and back
  ConfirmedMinimum standing(10min, 1min);
  feed(standing, 0s, 5s - 50ms, spacing, [](Duration) { return 50ms; });
  feed(standing, 5s - 50ms, 5s + 50ms, spacing, trough);
  CHECK(*standing.value() == 25ms);
}

TEST_CASE("Delays that fall faster than a queue drains, or of fewer than three packets, are no base at once") {
  ConfirmedMinimum base(10min, 1min);
  feed(base, 0s, 5s, 3ms, flat);
  const bool in_order = GENERATE(true, false);
  // In order packets come at once until the path is shorter, and the delay falls by as much as time passes.
  feed(base, 5001ms, 5060ms, 3ms,
       [&](Duration t) { return in_order ? std::max(Duration(12ms), 25ms - (t - Duration(5s))) : Duration(12ms); });
  CHECK(*base.value() >= 23ms);
  ConfirmedMinimum sparse(10min, 1min);
  feed(sparse, 0s, 5s, 40ms, flat);
  feed(sparse, 5s, 5080ms, 40ms, [](Duration) { return 12ms; });
  CHECK(*sparse.value() == 25ms);
}

TEST_CASE("A queue that drains while the path dips is not believed at once") {
  ConfirmedMinimum base(10min, 1min);
  feed(base, 0s, 4s, 3ms, flat);
  feed(base, 4s, 5s, 3ms, [](Duration) { return 38ms; });  // a queue, which hides the dip at first
  feed(base, 5s, 5060ms, 3ms, [](Duration t) { return 25ms - (t - Duration(5s)) / 5; });
  CHECK(*base.value() >= 23ms);
}
