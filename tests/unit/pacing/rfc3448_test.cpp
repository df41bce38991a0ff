#include "core/pacing/rfc3448.h"

#include <catch2/catch.hpp>

#include "core/pacing/rmc.h"
#include "tests/unit/pacing/virtual_sender.h"

using namespace evenkeel;

namespace {

constexpr LocalTime kStart(100h);

// The effective rate in Mbit/s of a sender that always has packets of 1500 bytes and takes 2 us for each.
double effective_mbps(PacedLoop& loop, SleepModel sleep, double target_mbps) {
  loop.set_min_round_trip_time(100ms);
  VirtualSender sender(loop, std::move(sleep), kStart, 2us);
  sender.set_rate(megabits_per_second(target_mbps));
  sender.keep_full_of(bytes(1500));
  sender.run_for(10s);
  return (sender.sent_size / (sender.now - kStart)).kbps() / 1e3;
}

SleepModel hrtimer_sleep() { return slack_sleep(90us); }

}  // namespace

TEST_CASE("at 500 Mbit/s on a kernel with HZ=100, only the nominal anchor and RMC reach the rate") {
  struct Row {
    Rfc3448Variant variant;
    Duration t_g;
    double mbps;
  };
  auto row = GENERATE(Row{Rfc3448Variant::paper, 1ms, 0.60}, Row{Rfc3448Variant::burst, 1ms, 25.2},
                      Row{Rfc3448Variant::burst, 10ms, 250}, Row{Rfc3448Variant::nominal, 1ms, 499});
  PacedRfc3448 loop(row.variant, Rfc3448Parameters{row.t_g});
  double mbps = effective_mbps(loop, jiffy_sleep(100), 500);
  CAPTURE(loop.name(), row.t_g.count(), mbps);
  CHECK(mbps == Approx(row.mbps).epsilon(0.01));
}

TEST_CASE("at 500 Mbit/s with timers 90 us late, the loss is what the lateness costs per packet or burst") {
  struct Row {
    Rfc3448Variant variant;
    Duration t_g;
    double mbps;
  };
  auto row = GENERATE(Row{Rfc3448Variant::paper, 1ms, 103}, Row{Rfc3448Variant::burst, 1ms, 429},
                      Row{Rfc3448Variant::burst, 10ms, 458}, Row{Rfc3448Variant::nominal, 1ms, 500});
  PacedRfc3448 loop(row.variant, Rfc3448Parameters{row.t_g});
  double mbps = effective_mbps(loop, hrtimer_sleep(), 500);
  CAPTURE(loop.name(), row.t_g.count(), mbps);
  CHECK(mbps == Approx(row.mbps).epsilon(0.01));
}

TEST_CASE("RMC reaches 500 Mbit/s with either timer") {
  PacedRmc rmc;
  CHECK(effective_mbps(rmc, jiffy_sleep(100), 500) == Approx(500).epsilon(0.004));
  PacedRmc other;
  CHECK(effective_mbps(other, hrtimer_sleep(), 500) == Approx(500).epsilon(0.001));
}

TEST_CASE("the first packet goes at once, the next one t_ipi later or delta before") {
  auto variant = GENERATE(Rfc3448Variant::paper, Rfc3448Variant::burst, Rfc3448Variant::nominal);
  PacedRfc3448 loop(variant);
  loop.set_rate(megabits_per_second(1.2), kStart);  // t_ipi = 10 ms, delta = 0.5 ms
  loop.enqueue({bytes(1500), 0}, kStart);
  loop.enqueue({bytes(1500), 1}, kStart);
  REQUIRE(loop.poll(kStart));
  loop.on_sent(kStart);
  CHECK_FALSE(loop.poll(kStart));
  CHECK(loop.next_wake() == kStart + 10ms);
  CHECK_FALSE(loop.poll(kStart + 9500us));
  CHECK(loop.poll(kStart + 9500us + 1ns)->slot == 1);
}

TEST_CASE("a late packet delays all that follow, unless nominal times count") {
  auto variant = GENERATE(Rfc3448Variant::paper, Rfc3448Variant::nominal);
  PacedRfc3448 loop(variant);
  loop.set_rate(megabits_per_second(1.2), kStart);
  for (std::uint32_t i = 0; i < 3; ++i) loop.enqueue({bytes(1500), i}, kStart);
  loop.on_sent(kStart);
  REQUIRE(loop.poll(kStart + 13ms));
  loop.on_sent(kStart + 13ms);
  CHECK(loop.next_wake() == kStart + (variant == Rfc3448Variant::paper ? 23ms : 20ms));
}

TEST_CASE("a change of rate moves the time of the next packet at once") {
  PacedRfc3448 loop(Rfc3448Variant::paper);
  loop.set_rate(megabits_per_second(1.2), kStart);
  for (std::uint32_t i = 0; i < 3; ++i) loop.enqueue({bytes(1500), i}, kStart);
  loop.on_sent(kStart);
  loop.set_rate(megabits_per_second(2.4), kStart + 1ms);
  CHECK(loop.next_wake() == kStart + 5ms);
  loop.set_rate(DataRate(), kStart + 2ms);
  CHECK_FALSE(loop.next_wake());
  CHECK_FALSE(loop.poll(kStart + 1h));
}

TEST_CASE("after a pause, only nominal times give credit, of one round trip") {
  struct Row {
    Rfc3448Variant variant;
    int packets;
  };
  auto row = GENERATE(Row{Rfc3448Variant::paper, 1}, Row{Rfc3448Variant::burst, 1}, Row{Rfc3448Variant::nominal, 6});
  PacedRfc3448 loop(row.variant);
  loop.set_min_round_trip_time(50ms);
  loop.set_rate(megabits_per_second(1.2), kStart);
  loop.enqueue({bytes(1500), 0}, kStart);
  loop.on_sent(kStart);
  auto now = kStart + 10s;
  for (std::uint32_t i = 0; i < 100; ++i) loop.enqueue({bytes(1500), i}, now);
  int sent = 0;
  for (; loop.poll(now); ++sent) loop.on_sent(now);
  CHECK(sent == row.packets);
}

TEST_CASE("what an empty queue leaves of a burst is gone") {
  PacedRfc3448 loop(Rfc3448Variant::burst);
  loop.set_rate(megabits_per_second(40), kStart);  // b = 5000 bytes
  auto burst_of = [&](std::uint32_t packets, LocalTime now) {
    for (std::uint32_t i = 0; i < packets; ++i) loop.enqueue({bytes(1500), i}, now);
    int sent = 0;
    for (; loop.poll(now); ++sent) loop.on_sent(now);
    return sent;
  };
  CHECK(burst_of(2, kStart) == 2);
  CHECK(burst_of(10, kStart + 1s) == 4);
  CHECK(loop.next_wake() == kStart + 1s + 1ms);
}

TEST_CASE("delta is no more than half a round trip either (RFC 5348, 8.3)") {
  PacedRfc3448 loop(Rfc3448Variant::nominal);
  loop.set_min_round_trip_time(200us);
  loop.set_rate(megabits_per_second(1.2), kStart);
  for (std::uint32_t i = 0; i < 2; ++i) loop.enqueue({bytes(1500), i}, kStart);
  loop.on_sent(kStart);
  CHECK_FALSE(loop.poll(kStart + 9900us));
  CHECK(loop.poll(kStart + 9900us + 1ns));
}

TEST_CASE("nothing is due while there is nothing to send") {
  PacedRfc3448 loop(Rfc3448Variant::paper);
  loop.set_rate(megabits_per_second(1.2), kStart);
  CHECK(loop.mismatch_bytes(kStart + 10s) == 0);
  loop.enqueue({bytes(1500), 0}, kStart + 10s);
  CHECK(loop.mismatch_bytes(kStart + 10s) == 0);
  CHECK(loop.mismatch_bytes(kStart + 11s) == Approx(150'000));
}

TEST_CASE("the mismatch that RMC would remove is shown") {
  PacedRfc3448 loop(Rfc3448Variant::paper);
  VirtualSender sender(loop, slack_sleep(1ms));
  auto rate = megabits_per_second(1.2);
  sender.set_rate(rate);
  sender.keep_full_of(bytes(1500));
  sender.run_for(11s);
  CHECK(loop.mismatch_bytes(sender.now) == Approx(150'000).epsilon(0.02));  // one period in eleven
}
