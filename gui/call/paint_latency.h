#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/base/time.h"

namespace evenkeel {

/// How long pictures take from PictureSlot::put() to the screen. A histogram of fixed size. Not thread-safe.
class PaintLatency {
 public:
  static constexpr Duration resolution = std::chrono::microseconds(100);
  static constexpr std::size_t buckets = 1000;  ///< up to 100 ms; longer times count in the last

  void add_painted(Duration put_to_painted) {
    const Duration took = std::max(put_to_painted, Duration::zero());
    ++counts_[std::min(static_cast<std::size_t>(took / resolution), buckets - 1)];
    ++painted_;
    max_ = std::max(max_, took);
  }
  /// Pictures that a newer one replaced before they were painted.
  void add_replaced(std::uint64_t pictures) { replaced_ += pictures; }

  std::uint64_t painted() const { return painted_; }
  std::uint64_t replaced() const { return replaced_; }
  /// The time that a share (0 to 1) of the pictures did not exceed: nearest rank, rounded up to `resolution` but not
  /// above max(). Zero without pictures.
  Duration percentile(double share) const {
    const double exact = std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(painted_));
    const auto rank = std::max<std::uint64_t>(static_cast<std::uint64_t>(exact), 1);
    std::uint64_t so_far = 0;
    for (std::size_t i = 0; i + 1 < buckets; ++i) {
      so_far += counts_[i];
      if (so_far >= rank) return std::min(resolution * static_cast<Duration::rep>(i + 1), max_);
    }
    return max_;
  }
  Duration p50() const { return percentile(0.50); }
  Duration p95() const { return percentile(0.95); }
  Duration max() const { return max_; }

 private:
  std::array<std::uint64_t, buckets> counts_{};
  std::uint64_t painted_ = 0;
  std::uint64_t replaced_ = 0;
  Duration max_{};
};

}  // namespace evenkeel
