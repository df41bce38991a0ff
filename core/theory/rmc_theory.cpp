#include "core/theory/rmc_theory.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

constexpr double settled_share = 0.05;
constexpr int longest = 1'000'000;  // samples

}  // namespace

Duration rmc_sending_interval(Duration sampling_time, DataRate rate, DataSize packet) {
  constexpr double day = 86400;
  if (rate <= DataRate()) return sampling_time;
  const double seconds = static_cast<double>(packet.bits()) / rate.bps();
  return std::max(sampling_time, from_seconds(std::min(seconds, day)));
}

double rmc_pole(const RmcParameters& p) { return 1 - p.k_r; }

bool rmc_is_stable(const RmcParameters& p) { return std::abs(rmc_pole(p)) < 1; }

std::optional<int> rmc_settling_samples(const RmcParameters& p, double ratio) {
  if (!rmc_is_stable(p)) return std::nullopt;
  const double error = std::abs(ratio - 1);
  if (error <= settled_share) return 0;
  const double pole = std::abs(rmc_pole(p));
  if (pole == 0) return 1;  // deadbeat
  const double samples = std::ceil(std::log(settled_share / error) / std::log(pole));
  return static_cast<int>(std::clamp<double>(samples, 1, longest));
}

double rmc_backlog(const RmcParameters& p, DataRate rate, Duration interval) {
  return rate.bytes_per_second() * to_seconds(interval) / p.k_r;
}

}  // namespace evenkeel
