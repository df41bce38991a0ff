#pragma once

#include <cstdint>
#include <random>

#include "core/base/time.h"

namespace evenkeel {

/// Random extra delay of one packet after the other: |max(min(N(0, sigma^2), 3 sigma), -3 sigma)|, the formula of
/// RFC 8868, 4.5.3, taken literally. Its absolute value makes the jitter one-sided, in 0..3 sigma with a mean of
/// 0.797 sigma (4 ms at the recommended 5 ms), although the text around it calls it zero-mean: a packet is then never
/// faster than the propagation delay, which is what a minimum filter on the path should find.
class Jitter {
 public:
  Jitter(Duration sigma, std::uint64_t seed) : sigma_(sigma), random_(seed) {}

  /// A negative sigma counts as zero, which means no jitter. The random sequence goes on.
  void set_sigma(Duration sigma) { sigma_ = sigma; }

  Duration next();

 private:
  Duration sigma_;
  std::mt19937_64 random_;
  std::normal_distribution<double> gaussian_;
};

}  // namespace evenkeel
