// How fast RMC follows a step of the rate, and what is missing at the end of a run, against the closed forms.

#include <catch2/catch.hpp>

#include "core/theory/rmc_theory.h"
#include "tests/unit/pacing/fluid_loop.h"
#include "tests/unit/pacing/virtual_sender.h"

using namespace evenkeel;

namespace {

constexpr Duration kTs = 20ms;

/// Samples until the rate stays within `band` of the new one, after a step from `ratio` times it.
int measured_samples(double k_r, double ratio, double per_sample) {
  FluidLoop loop(published(k_r, kTs), bytes(1));
  const auto rate = bits_per_second(8 * per_sample / to_seconds(kTs));
  loop.set_rate(rate * ratio);
  for (int i = 0; i < 80; ++i) loop.iterate(kTs);
  loop.set_rate(rate);
  int settled = 0;
  for (int i = 1; i <= 120; ++i) {
    if (std::abs(loop.iterate(kTs) / per_sample - 1) > 0.05) settled = i;
  }
  return settled + 1;
}

/// A decrease by more than this with k_r > 1 stops the sender for a while, which is not linear.
double largest_linear_decrease(double k_r) { return k_r > 1 ? 0.98 * k_r / (k_r - 1) : 10; }

/// Whether the form gives the same with a band a little narrower and wider: whole bytes cannot tell else.
bool is_clear_cut(double k_r, double ratio) {
  const double n = std::log(0.05 / std::abs(ratio - 1)) / std::log(std::abs(1 - k_r));
  return std::abs(n - std::round(n)) > 0.1;
}

}  // namespace

TEST_CASE("settling after a step up and a step down is that of the closed form for every gain") {
  int compared = 0;
  Draw draw(3);
  for (double k_r = 0.1; k_r < 1.91; k_r += 0.1) {
    for (const double ratio : {10.0, 0.1, draw.uniform(1.2, 9), draw.uniform(0.12, 0.8)}) {
      if (ratio > largest_linear_decrease(k_r)) continue;
      if (std::abs(k_r - 1) > 0.01 && !is_clear_cut(k_r, ratio)) continue;
      CAPTURE(k_r, ratio);
      CHECK(measured_samples(k_r, ratio, 2000) == *rmc_settling_samples(published(k_r, kTs), ratio));
      ++compared;
    }
  }
  CHECK(compared > 40);
}

TEST_CASE("what is missing at the end of a run is at most T_s/(k_r T) + P/(k_r r_c T)") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    Draw draw(seed);
    const double k_r = draw.uniform(0.1, 1);
    const Duration t_s = draw.time(1ms, 20ms);
    const auto rate = bits_per_second(draw.log_uniform(1e6, 1e8));
    const auto packet = bytes(1500);
    const Duration run = draw.time(5s, 10s);
    PacedRmc rmc(published(k_r, t_s));
    VirtualSender sender(rmc, exact_sleep());
    sender.set_rate(rate);
    sender.keep_full_of(packet);
    sender.run_for(run);
    const double error = 1 - sender.sent_size / run / rate;
    const double bound = to_seconds(t_s + packet / rate) / (k_r * to_seconds(run));
    CAPTURE(seed, k_r, to_milliseconds(t_s), rate.kbps());
    CHECK(error <= bound * 1.0001);
    CHECK(error >= -1e-9);  // for k_r <= 1 never more than was due
  }
}

TEST_CASE("the residue of a run that ends before an iteration is T_s/(k_r T) of a fluid") {
  for (const double k_r : {0.1, 0.2, 0.5, 1.0, 1.5, 1.9}) {
    FluidLoop loop(published(k_r, kTs), bytes(1));
    const double per_sample = 2000;
    loop.set_rate(bits_per_second(8 * per_sample / to_seconds(kTs)));
    const int samples = 3000;  // 60 s
    double sent = 0;
    for (int i = 0; i + 1 < samples; ++i) sent += loop.iterate(kTs);
    CAPTURE(k_r);
    const double packets = 2 / (1 - std::abs(1 - k_r));  // of one byte, that did not fit
    CHECK(1 - sent / (samples * per_sample) == Approx(1 / (k_r * samples)).margin(packets / (samples * per_sample)));
  }
}
