// What the anti-windup promises, as properties of random senders: after a pause no more than the idle credit leaves at
// once, after a stall no more than the cap, and not a byte that it drops goes uncounted.

#include <catch2/catch.hpp>

#include "core/theory/rmc_theory.h"
#include "tests/unit/pacing/fluid_loop.h"
#include "tests/unit/pacing/virtual_sender.h"

using namespace evenkeel;

namespace {

struct Case {
  RmcParameters parameters;
  DataRate rate;
  Duration rtt{};
  DataSize packet;

  double in(Duration time) const { return rate.bytes_per_second() * to_seconds(time); }
  Duration t_s() const { return rmc_sampling_time(parameters, rtt, rate, packet); }
  double packet_bytes() const { return static_cast<double>(packet.bytes()); }
  double credit() const { return std::max(static_cast<double>(parameters.idle_credit.bytes()), in(t_s())); }
  // rmc.h
  double cap() const {
    const auto late = std::max(2 * t_s(), parameters.burst_floor);
    const auto b_max = std::max(late, std::min(rtt, parameters.burst_limit));
    return std::max({in(b_max), (packet_bytes() + in(late)) / parameters.k_r, credit()});
  }
};

Case random_case(Draw& draw) {
  Case c;
  c.parameters.k_r = draw.uniform(0.1, 1.9);
  c.parameters.packets_gathered = draw.uniform(0, 1) < 0.5 ? 0 : draw.uniform(0.1, 4);
  c.parameters.t_s_min = draw.time(200us, 5ms);
  c.parameters.burst_limit = draw.time(5ms, 100ms);
  c.rate = bits_per_second(draw.log_uniform(1e5, 2e8));
  c.rtt = draw.time(1ms, 300ms);
  c.packet = draw.size(60, 1500);
  return c;
}

VirtualSender sender_of(PacedRmc& rmc, const Case& c, SleepModel sleep) {
  rmc.set_min_round_trip_time(c.rtt);
  VirtualSender sender(rmc, std::move(sleep));
  sender.set_rate(c.rate);
  return sender;
}

}  // namespace

TEST_CASE("after any pause, what leaves at once is k_r times the idle credit or less") {
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    Draw draw(seed);
    const Case c = random_case(draw);
    PacedRmc rmc(c.parameters);
    VirtualSender sender = sender_of(rmc, c, exact_sleep());
    for (int pause = 0; pause < 5; ++pause) {
      sender.run_for(draw.time(1s, 100s));
      const auto before = sender.sent_size;
      sender.enqueue(c.packet, 3000);
      CAPTURE(seed, pause, c.parameters.k_r, c.rate.kbps(), c.packet.bytes());
      const auto burst = static_cast<double>((sender.sent_size - before).bytes());
      CHECK(burst <= c.parameters.k_r * c.credit() + 1);
      CHECK(rmc.forgiven() == bytes(0));
      while (rmc.discard(sender.now)) {
      }
    }
  }
}

TEST_CASE("after any stall, the burst is k_r times the cap or less, and what it drops is counted exactly") {
  int capped = 0;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    Draw draw(seed);
    const Case c = random_case(draw);
    PacedRmc rmc(c.parameters);
    VirtualSender sender = sender_of(rmc, c, exact_sleep());
    sender.keep_full_of(c.packet);
    sender.run_for(200ms);
    double forgiven = 0;
    for (int i = 0; i < 3; ++i) {
      const auto stall = draw.time(1ms, 1s);
      const double owed = rmc.mismatch_bytes(sender.now + stall);
      const auto before = sender.sent_size;
      sender.stall_for(stall);
      if (owed > c.cap()) ++capped;
      forgiven += std::max(0.0, owed - c.cap());
      CAPTURE(seed, i, to_milliseconds(stall), c.parameters.k_r, c.rate.kbps(), c.packet.bytes());
      CHECK(static_cast<double>((sender.sent_size - before).bytes()) <= c.parameters.k_r * c.cap() + 1);
      CHECK(static_cast<double>(rmc.forgiven().bytes()) == Approx(forgiven).margin(0.51));
      sender.run_for(draw.time(500ms, 1s));
    }
  }
  CHECK(capped > 100);
}

TEST_CASE("what was due is what was sent, what is owed and what was forgiven") {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    Draw draw(seed);
    const Case c = random_case(draw);
    std::vector<Stall> stalls;
    for (int i = 0; i < 20; ++i) stalls.push_back({LocalTime(1h) + draw.time(0s, 5s), draw.time(0ms, 300ms)});
    PacedRmc rmc(c.parameters);
    VirtualSender sender = sender_of(rmc, c, stalled_sleep(late_sleep(0us, 2ms, seed), stalls));
    sender.keep_full_of(c.packet);
    const auto start = sender.now;
    for (int i = 0; i < 50; ++i) {
      sender.run_for(100ms);
      const double due = c.in(sender.now - start);
      CAPTURE(seed, i);
      CHECK(due ==
            Approx(static_cast<double>((sender.sent_size + rmc.forgiven()).bytes()) + rmc.mismatch_bytes(sender.now))
                .margin(0.6));
    }
  }
}

TEST_CASE("a stall shorter than the cap loses nothing") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    Draw draw(seed);
    Case c = random_case(draw);
    c.parameters.k_r = draw.uniform(0.8, 1.2);
    PacedRmc rmc(c.parameters);
    VirtualSender sender = sender_of(rmc, c, exact_sleep());
    sender.keep_full_of(c.packet);
    sender.run_for(500ms);
    const double spare = c.cap() - rmc.mismatch_bytes(sender.now);
    if (spare <= 0) continue;
    sender.stall_for(from_seconds(0.99 * spare / c.rate.bytes_per_second()));
    CAPTURE(seed);
    CHECK(rmc.forgiven() == bytes(0));
  }
}
