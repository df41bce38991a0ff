#include "core/pacing/rmc.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "tests/unit/pacing/virtual_sender.h"

using namespace evenkeel;

namespace {

constexpr LocalTime kStart(100h);

void enqueue(PacedLoop& loop, DataSize size, LocalTime now, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) loop.enqueue({size, i}, now);
}

RmcParameters by_round_trip() {
  RmcParameters parameters;
  parameters.packets_gathered = 0;
  return parameters;
}

}  // namespace

TEST_CASE("T_s is a fraction of the round trip, at most 5 ms at 100 ms, never below its minimum") {
  PacedRmc rmc;
  CHECK(rmc.sampling_time() == Duration(500us));
  rmc.set_min_round_trip_time(100ms);
  CHECK(rmc.sampling_time() == 5ms);
  rmc.set_min_round_trip_time(2ms);
  CHECK(rmc.sampling_time() == Duration(500us));
}

TEST_CASE("the first packet waits for its share of the rate: no burst at the start") {
  PacedRmc rmc;
  enqueue(rmc, bytes(1000), kStart, 100);
  rmc.set_rate(megabits_per_second(8), kStart);  // a packet per millisecond
  CHECK(drain(rmc, kStart) == 0);
  CHECK(rmc.next_wake() == kStart + 1ms);
  CHECK(drain(rmc, kStart + 1ms) == 1);  // fits y exactly
  CHECK(drain(rmc, kStart + 1500us) == 0);
  CHECK(drain(rmc, kStart + 4ms) == 3);
  CHECK(rmc.next_wake() == kStart + 5ms);
}

TEST_CASE("a packet larger than y stays at the head of the queue") {
  PacedRmc rmc;
  rmc.set_rate(megabits_per_second(8), kStart);
  rmc.enqueue({bytes(1001), 7}, kStart);
  CHECK(drain(rmc, kStart) == 0);
  CHECK(drain(rmc, kStart + 1ms) == 0);
  CHECK(rmc.queued() == bytes(1001));
  REQUIRE(rmc.poll(kStart + 2ms));
  CHECK(rmc.poll(kStart + 2ms)->slot == 7);
}

TEST_CASE("a packet that the socket refuses is neither counted nor lost") {
  PacedRmc rmc;
  rmc.set_rate(megabits_per_second(8), kStart);
  enqueue(rmc, bytes(1000), kStart, 50);
  drain(rmc, kStart);
  for (auto t = kStart + 1ms; t <= kStart + 5ms; t += 1ms) CHECK(rmc.poll(t)->slot == 0);
  CHECK(rmc.mismatch_bytes(kStart + 5ms) == Approx(5000));
  CHECK(rmc.queued_packets() == 50);
  CHECK(rmc.next_wake() == kStart + 5500us);  // not at once, which would spin
  CHECK(drain(rmc, kStart + 5400us) == 5);    // the iteration of 5 ms is still open
  CHECK(drain(rmc, kStart + 6ms) == 1);
}

TEST_CASE("after a drop of the rate nothing is sent until the error is positive again") {
  PacedRmc rmc;
  rmc.set_rate(megabits_per_second(8), kStart);
  enqueue(rmc, bytes(1500), kStart, 50);
  drain(rmc, kStart);
  CHECK(drain(rmc, kStart + 1500us) == 1);
  rmc.on_sent(kStart + 1500us);  // one more than allowed
  rmc.set_rate(kilobits_per_second(800), kStart + 1500us);
  CHECK(rmc.mismatch_bytes(kStart + 1500us) == Approx(-1500));
  auto t = kStart + 2500us;
  for (; t < kStart + 31ms; t += 1ms) CHECK(drain(rmc, t) == 0);
  CHECK(drain(rmc, kStart + 31500us) == 1);
}

TEST_CASE("the rate is exact to 0.1 % over 10 s however late the wake-ups") {
  auto rtt = GENERATE(as<Duration>(), 1ms, 100ms);
  auto kbps = GENERATE(300.0, 2500.0, 10'000.0);
  auto packet = kbps > 1000 ? bytes(1200) : bytes(300);
  PacedRmc rmc;
  rmc.set_min_round_trip_time(rtt);
  VirtualSender sender(rmc, late_sleep(0ms, 5ms, 3));
  sender.set_rate(kilobits_per_second(kbps));
  sender.keep_full_of(packet);
  sender.run_for(1s);
  // From one sending to another, between which only the rest below a packet differs.
  auto from = sender.sent.back().at;
  sender.run_for(10s);
  auto to = sender.sent.back().at;
  auto rate = sender.sent_between(from, to) / (to - from);
  CAPTURE(to_milliseconds(rtt), kbps, rate.kbps());
  CHECK(std::abs(rate.kbps() / kbps - 1) < 0.001);
  CHECK(rmc.forgiven() == bytes(0));
}

TEST_CASE("after a stall of 500 ms the burst is capped, and the rate soon right") {
  PacedRmc rmc;
  rmc.set_min_round_trip_time(100ms);
  VirtualSender sender(rmc, exact_sleep());
  auto rate = megabits_per_second(4);
  sender.set_rate(rate);
  sender.keep_full_of(bytes(100));
  sender.run_for(1s);
  auto before = sender.now;
  sender.stall_for(500ms);
  auto after = sender.now;
  CHECK(sender.sent_between(before, after) <= rate * 50ms);
  CHECK(static_cast<double>(rmc.forgiven().bytes()) == Approx((rate * 450ms).bytes()).epsilon(0.02));
  sender.run_for(1s);
  for (auto t = after; t < after + 1s; t += 100ms) {
    CHECK(sender.sent_between(t, t + 100ms) / 100ms / rate == Approx(1).epsilon(0.01));
  }
}

TEST_CASE("the cap never stops a slow sender with large packets") {
  auto k_r = GENERATE(0.1, 0.5, 1.0, 1.9);
  RmcParameters parameters;
  parameters.k_r = k_r;
  PacedRmc rmc(parameters);
  rmc.set_min_round_trip_time(1ms);
  VirtualSender sender(rmc, exact_sleep());
  auto rate = kilobits_per_second(50);
  sender.set_rate(rate);
  sender.keep_full_of(bytes(1500));
  auto start = sender.now;
  sender.run_for(100s);
  CHECK(sender.sent_size / (sender.now - start) / rate == Approx(1).epsilon(0.03));
}

TEST_CASE("after a pause no more than the idle credit goes at once") {
  struct Row {
    DataRate rate;
    Duration rtt;
    double b;
    std::int64_t at_once;
  };
  auto row = GENERATE(Row{kilobits_per_second(300), 100ms, 0, 3000}, Row{megabits_per_second(2), 100ms, 0, 3000},
                      Row{megabits_per_second(16), 100ms, 0, 10'000}, Row{megabits_per_second(16), 100ms, 0.5, 3000},
                      Row{megabits_per_second(400), 100ms, 0.5, 25'000});
  RmcParameters parameters;
  parameters.packets_gathered = row.b;
  PacedRmc rmc(parameters);
  rmc.set_min_round_trip_time(row.rtt);
  rmc.set_rate(row.rate, kStart);
  auto now = kStart + 1h;
  enqueue(rmc, bytes(500), now, 200);
  CHECK(rmc.mismatch_bytes(now) == Approx(row.at_once));
  CHECK(rmc.next_wake() == now);
  CHECK(drain(rmc, now) * 500 == row.at_once);
  CHECK(rmc.forgiven() == bytes(0));
}

TEST_CASE("after a pause no more goes at once than the rate sends in the time that it is limited to") {
  PacedRmc rmc;
  rmc.set_rate(kilobits_per_second(300), kStart);
  const auto limit = GENERATE(std::optional<Duration>(), std::optional<Duration>(20ms));
  rmc.pacer().limit_idle(limit);
  const auto now = kStart + 1h;
  enqueue(rmc, bytes(50), now, 200);
  CHECK(drain(rmc, now) * 50 == (limit ? 750 : 3000));
}

TEST_CASE("a packet after a pause shorter than T_s waits for the rest of it") {
  PacedRmc rmc(by_round_trip());
  rmc.set_min_round_trip_time(100ms);
  rmc.set_rate(megabits_per_second(2), kStart);
  auto now = kStart + 1s;
  rmc.enqueue({bytes(500), 0}, now);
  CHECK(drain(rmc, now) == 1);
  CHECK_FALSE(rmc.next_wake());
  rmc.enqueue({bytes(500), 1}, now + 2ms);
  CHECK(drain(rmc, now + 2ms) == 0);
  CHECK(rmc.next_wake() == now + 5ms);
  CHECK(drain(rmc, now + 5ms) == 1);
  rmc.enqueue({bytes(500), 2}, now + 100ms);
  CHECK(rmc.next_wake() == now + 100ms);
}

TEST_CASE("frames of a call are spread over the time that the rate gives them") {
  PacedRmc rmc;
  rmc.set_min_round_trip_time(100ms);
  VirtualSender sender(rmc, late_sleep(0ms, 1ms, 1));
  auto rate = kilobits_per_second(3600);  // 15 kB per frame, of which 12 are used
  sender.set_rate(rate);
  for (int frame = 0; frame < 300; ++frame) {
    sender.enqueue(bytes(1200), 10);
    sender.run_for(33333us);
    CHECK(rmc.queued_packets() == 0);
  }
  // Credit, one late interval, one packet.
  auto most = bytes(3000) + rate * 6ms + bytes(1200);
  for (const auto& s : sender.sent) CHECK(sender.sent_between(s.at - 1ns, s.at + 1ms) <= most);
}

TEST_CASE("at rate zero nothing goes and nothing wakes, then it goes on") {
  PacedRmc rmc;
  rmc.set_rate(megabits_per_second(2), kStart);
  enqueue(rmc, bytes(1000), kStart + 1s, 10);
  rmc.set_rate(DataRate(), kStart + 1s);
  CHECK(drain(rmc, kStart + 1s) == 0);
  CHECK_FALSE(rmc.next_wake());
  CHECK(drain(rmc, kStart + 10s) == 0);
  rmc.set_rate(megabits_per_second(2), kStart + 10s);
  CHECK(rmc.next_wake());
  CHECK(drain(rmc, kStart + 11s) > 0);
}

TEST_CASE("a rate of zero also stops what is left of an iteration, which goes when the rate is back") {
  for (const RmcParameters& parameters : {RmcParameters(), by_round_trip()}) {
    PacedRmc rmc(parameters);
    rmc.set_rate(megabits_per_second(8), kStart);
    enqueue(rmc, bytes(1000), kStart, 100);
    drain(rmc, kStart);
    auto now = kStart + 10ms;
    REQUIRE(rmc.poll(now));
    rmc.on_sent(now);
    rmc.set_rate(DataRate(), now);
    CHECK(drain(rmc, now) == 0);
    CHECK_FALSE(rmc.next_wake());
    rmc.set_rate(megabits_per_second(8), now + 1s);
    CHECK(drain(rmc, now + 1s + 500us) == 9);
  }
}

TEST_CASE("a lower rate leaves the iteration under way what it was allowed") {
  PacedRmc rmc;
  rmc.set_rate(megabits_per_second(8), kStart);
  enqueue(rmc, bytes(1000), kStart, 100);
  drain(rmc, kStart);
  REQUIRE(rmc.poll(kStart + 10ms));
  rmc.set_rate(megabits_per_second(4), kStart + 10ms);
  CHECK(drain(rmc, kStart + 10ms) == 10);
}

TEST_CASE("an unlimited rate sends all at once and leaves no debt") {
  PacedRmc rmc;
  rmc.set_rate(DataRate::unlimited(), kStart);
  enqueue(rmc, bytes(1000), kStart + 1s, 100);
  CHECK(drain(rmc, kStart + 1s) == 100);
  rmc.set_rate(megabits_per_second(8), kStart + 2s);
  CHECK(rmc.mismatch_bytes(kStart + 2s) == 0);
}

TEST_CASE("a reset forgets the error and keeps the queue") {
  PacedRmc rmc;
  rmc.set_rate(megabits_per_second(8), kStart);
  enqueue(rmc, bytes(1000), kStart, 10);
  drain(rmc, kStart);
  rmc.reset(kStart + 500ms);
  CHECK(rmc.queued_packets() == 10);
  CHECK(drain(rmc, kStart + 500ms) == 0);
  CHECK(drain(rmc, kStart + 501ms) == 1);
}

TEST_CASE("the rate may change at any moment: what is sent is its integral") {
  RmcParameters parameters;
  parameters.burst_limit = 0ms;
  PacedRmc rmc(parameters);
  rmc.set_min_round_trip_time(100ms);
  VirtualSender sender(rmc, late_sleep(0ms, 5ms, 1));
  sender.set_rate(megabits_per_second(1));
  sender.keep_full_of(bytes(200));
  std::mt19937 random(5);
  double due = 0;
  double rate = 1e6;
  for (int i = 0; i < 5000; ++i) {
    auto pause = Duration(static_cast<Duration::rep>(random() % 20'000'000));
    sender.run_for(pause);
    due += rate / 8 * to_seconds(pause);
    rate = static_cast<double>(200'000 + random() % 4'000'000);
    sender.set_rate(bits_per_second(rate));
  }
  CHECK(static_cast<double>(sender.sent_size.bytes()) == Approx(due).margin(6000));
  CHECK(rmc.mismatch_bytes(sender.now) == Approx(due - static_cast<double>(sender.sent_size.bytes())).margin(1e-3));
}

TEST_CASE("when the rate falls, what a late sender still owes is cut to the cap of the new rate") {
  PacedRmc rmc;
  rmc.set_min_round_trip_time(100ms);
  rmc.set_rate(megabits_per_second(16), kStart);
  enqueue(rmc, bytes(1000), kStart, 200);
  drain(rmc, kStart);
  rmc.set_rate(megabits_per_second(1.6), kStart + 40ms);
  CHECK(drain(rmc, kStart + 40ms) == 10);
  CHECK(rmc.forgiven() == bytes(70'000));
}
