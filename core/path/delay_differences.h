#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// How much the delay differs from one packet to the next: the median of the last 64 differences, which a queue that
/// grows and single late packets hardly move.
class DelayDifferences {
 public:
  /// Of the next packet that arrived, in the order of sending; delays count from any zero, as long as it stays.
  void on_delay(Duration delay);
  /// Nothing before 32 differences are known.
  std::optional<Duration> median() const;
  void reset() { *this = DelayDifferences(); }

 private:
  static constexpr std::size_t most_kept = 64;
  void on_difference(Duration difference);

  std::array<Duration, most_kept> differences_{};  // a ring, in the order of coming
  std::array<Duration, most_kept> sorted_{};       // the same ones: the median is asked for with each packet
  std::size_t count_ = 0;                          // of all that came
  std::optional<Duration> last_;
};

}  // namespace evenkeel
