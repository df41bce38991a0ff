#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

#include "core/base/time.h"

namespace evenkeel::sim {

/// Derives a separate seed for each part of a run, by the finalizer of SplitMix64 (Steele, Lea, Flood), so that
/// neighbouring seeds and parts are unrelated.
constexpr std::uint64_t seed_of(std::uint64_t run, std::uint64_t part) {
  std::uint64_t x = run + 0x9e3779b97f4a7c15 * (part + 1);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// The random distributions that plans use. <random>'s own differ between standard libraries.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Uniform in (0, 1].
  double uniform() { return static_cast<double>((engine_() >> 11) + 1) * 0x1p-53; }
  double uniform(double from, double to) { return from + (to - from) * uniform(); }
  Duration exponential(Duration mean) { return from_seconds(-std::log(uniform()) * to_seconds(mean)); }
  /// The shape must be above 1; otherwise there is no mean. Limited to a day, since the tail is unbounded.
  Duration pareto(Duration mean, double shape) {
    const double scale = to_seconds(mean) * (shape - 1) / shape;
    return from_seconds(std::min(scale * std::pow(uniform(), -1 / shape), 86400.0));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace evenkeel::sim
