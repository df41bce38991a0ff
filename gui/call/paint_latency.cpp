#include "gui/call/paint_latency.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {

void PaintLatency::add_painted(Duration put_to_painted) {
  const Duration took = std::max(put_to_painted, Duration::zero());
  ++counts_[std::min(static_cast<std::size_t>(took / resolution), buckets - 1)];
  ++painted_;
  max_ = std::max(max_, took);
}

Duration PaintLatency::percentile(double share) const {
  const double exact = std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(painted_));
  const auto rank = std::max<std::uint64_t>(static_cast<std::uint64_t>(exact), 1);
  std::uint64_t so_far = 0;
  for (std::size_t i = 0; i + 1 < buckets; ++i) {
    so_far += counts_[i];
    if (so_far >= rank) return std::min(resolution * static_cast<Duration::rep>(i + 1), max_);
  }
  return max_;
}

}  // namespace evenkeel
