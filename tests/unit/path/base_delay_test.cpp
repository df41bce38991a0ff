#include <catch2/catch.hpp>

#include "core/path/one_way_delay.h"

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

/// One packet per 100 ms, 20 ms of path and a queue; the way back takes 60 ms.
void feed(OneWayDelay& delay, RoundTripTime& rtt, Duration clock, Duration queue, int packets) {
  static int n = 0;
  for (int i = 0; i < packets; ++i) {
    const LocalTime sent = t0 + ++n * 100ms;
    rtt.add(sent + 100ms, 80ms + queue);
    delay.add(sent, RemoteTime(sent.time_since_epoch() + clock + 20ms + queue), rtt);
  }
}

}  // namespace

TEST_CASE("The propagation delay is the delay without queues: true with one clock, half the round trip with two") {
  const bool one_clock = GENERATE(true, false);
  OneWayDelay delay(one_clock ? DelayKind::true_ : DelayKind::estimated);
  RoundTripTime rtt;
  CHECK_FALSE(delay.propagation_delay());
  const Duration clock = one_clock ? 0s : -333s;
  feed(delay, rtt, clock, 30ms, 1);
  CHECK(*delay.propagation_delay() == (one_clock ? 50ms : 55ms));  // all it has seen
  feed(delay, rtt, clock, 0ms, 3);
  feed(delay, rtt, clock, 30ms, 5);
  CHECK(to_milliseconds(*delay.propagation_delay()) == Approx(one_clock ? 20 : 40));
  CHECK(to_milliseconds(*delay.queueing_delay()) == Approx(30));
}

TEST_CASE("An estimate without a round trip has no propagation delay") {
  OneWayDelay delay(DelayKind::estimated);
  delay.add(t0, RemoteTime(5s), RoundTripTime());
  CHECK_FALSE(delay.propagation_delay());
}
