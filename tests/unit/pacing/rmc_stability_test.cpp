// Proposition 1 of the RMC paper, as properties of random loops.

#include <catch2/catch.hpp>

#include "core/theory/rmc_theory.h"
#include "tests/unit/pacing/fluid_loop.h"
#include "tests/unit/pacing/virtual_sender.h"

using namespace evenkeel;

namespace {

struct Case {
  double k_r;
  DataRate rate;
  Duration t_s;
  Duration jitter;
  DataSize packet;
};

Case random_case(std::uint32_t seed) {
  Draw draw(seed);
  Case c{draw.uniform(0.02, 1.98), bits_per_second(draw.log_uniform(3e5, 1e9)), draw.time(1ms, 20ms), {}, {}};
  c.jitter = draw.time(0ms, c.t_s);
  const double per_iteration = draw.log_uniform(0.05, 60);
  const auto size = c.rate.bytes_per_second() * to_seconds(c.t_s) / per_iteration;
  c.packet = bytes(static_cast<std::int64_t>(std::clamp(size, 20.0, 60'000.0)));
  return c;
}

/// Of e' = (1 - k_r) e + r_c (interval) + (what did not fill a packet), intervals of at most T_s + jitter.
double bound(const Case& c) {
  const double added = c.rate.bytes_per_second() * to_seconds(c.t_s + c.jitter) + static_cast<double>(c.packet.bytes());
  return added / (1 - std::abs(1 - c.k_r)) * 1.000001 + 1;
}

}  // namespace

TEST_CASE("Proposition 1: with any gain in (0, 2) the error stays bounded, whatever jitters") {
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    const Case c = random_case(seed);
    PacedRmc rmc(published(c.k_r, c.t_s));
    VirtualSender sender(rmc, late_sleep(0ms, c.jitter, seed));
    sender.set_rate(c.rate);
    sender.keep_full_of(c.packet);
    const auto start = sender.now;
    double worst = 0;
    for (int i = 0; i < 300; ++i) {
      sender.run_for(c.t_s);
      worst = std::max(worst, std::abs(rmc.mismatch_bytes(sender.now)));
    }
    const double due = c.rate.bytes_per_second() * to_seconds(sender.now - start);
    CAPTURE(seed, c.k_r, c.rate.kbps(), to_milliseconds(c.t_s), to_milliseconds(c.jitter), c.packet.bytes());
    CHECK(worst <= bound(c));
    CHECK(due - static_cast<double>(sender.sent_size.bytes()) == Approx(rmc.mismatch_bytes(sender.now)).margin(0.5));
  }
}

TEST_CASE("Proposition 1: a deviation shrinks by 1 - k_r from sample to sample") {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    Draw draw(seed);
    const double k_r = draw.uniform(0.05, 1.95);
    const Duration t_s = draw.time(1ms, 20ms);
    const double per_sample = 20'000;
    const auto rate = bits_per_second(8 * per_sample / to_seconds(t_s));
    FluidLoop loop(published(k_r, t_s), bytes(10));
    loop.set_rate(rate);
    for (int i = 0; i < 400; ++i) loop.iterate(t_s);
    loop.set_rate(rate * draw.uniform(0.8, 1.2));  // small: nothing saturates
    double before = loop.iterate(t_s) - loop.rmc.rate().bytes_per_second() * to_seconds(t_s);
    for (int i = 0; i < 5; ++i) {
      const double after = loop.iterate(t_s) - loop.rmc.rate().bytes_per_second() * to_seconds(t_s);
      CAPTURE(seed, k_r, i);
      CHECK(after == Approx((1 - k_r) * before).margin(25));
      before = after;
    }
  }
}

TEST_CASE("Proposition 1: with a gain above 2 a deviation grows until it saturates") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    Draw draw(seed);
    const double k_r = draw.uniform(2.05, 4);
    const double per_sample = 20'000;
    FluidLoop loop(published(k_r, 10ms), bytes(10));
    loop.set_rate(bits_per_second(8 * per_sample / 0.01));
    double worst = 0;
    for (int i = 0; i < 400; ++i) {
      const double sent = loop.iterate(10ms);
      if (i >= 300) worst = std::max(worst, std::abs(sent / per_sample - 1));
    }
    CAPTURE(seed, k_r);
    CHECK(worst > 0.5);
    CHECK_FALSE(rmc_is_stable(published(k_r, 10ms)));
  }
}

TEST_CASE("with a gain of zero or below nothing ever leaves") {
  const double k_r = GENERATE(0.0, -0.1, -1.0, -3.0);
  PacedRmc rmc(published(k_r, 1ms));
  VirtualSender sender(rmc, exact_sleep());
  sender.set_rate(megabits_per_second(10));
  sender.keep_full_of(bytes(100));
  sender.run_for(1s);
  CHECK(sender.sent_size == bytes(0));
  CHECK_FALSE(rmc.poll(sender.now));
}
