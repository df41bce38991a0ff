#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

#include "core/base/time.h"

namespace evenkeel::sim {

/// A seed of its own for each part of a run: the finalizer of SplitMix64 (Steele, Lea, Flood), so that neighbouring
/// seeds and parts have nothing in common.
constexpr std::uint64_t seed_of(std::uint64_t run, std::uint64_t part) {
  std::uint64_t x = run + 0x9e3779b97f4a7c15 * (part + 1);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// The distributions of the plans. Not those of <random>, whose sequences differ from library to library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Within (0, 1].
  double uniform() { return static_cast<double>((engine_() >> 11) + 1) * 0x1p-53; }
  double uniform(double from, double to) { return from + (to - from) * uniform(); }
  Duration exponential(Duration mean) { return from_seconds(-std::log(uniform()) * to_seconds(mean)); }
  /// Shape above 1, for else there is no mean. At most a day: the tail has no end.
  Duration pareto(Duration mean, double shape) {
    const double scale = to_seconds(mean) * (shape - 1) / shape;
    return from_seconds(std::min(scale * std::pow(uniform(), -1 / shape), 86400.0));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace evenkeel::sim
