#include "core/link/jitter.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {

Duration Jitter::next() {
  if (sigma_ <= Duration::zero()) return Duration::zero();
  return from_seconds(std::min(std::abs(gaussian_(random_)), 3.0) * to_seconds(sigma_));
}

}  // namespace evenkeel
