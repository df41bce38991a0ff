#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/data_rate.h"
#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel {

/// What may be sent again: a share of the rate, usually a quarter, over any 500 ms, so that a receiver that misses
/// much, or says so, leaves the rest to the media. Kept in bins of 50 ms, the one under way besides those of the last
/// 500 ms: it errs on the strict side. Times must not decrease.
class RetransmissionBudget {
 public:
  static constexpr double usual_share = 0.25;
  static constexpr Duration window = 500ms;

  /// Nothing is allowed before the first rate.
  void set_rate(DataRate rate) { rate_ = rate; }
  /// 0: nothing is sent again.
  void set_share(double share) { share_ = share; }
  bool allows(DataSize size, LocalTime now) {
    const double limit = share_ * to_seconds(window) * rate_.bytes_per_second();  // of an unlimited rate, infinity
    return static_cast<double>((spent(now) + size).bytes()) <= limit;
  }
  void spend(DataSize size, LocalTime now) {
    advance(now);
    bin(newest_) += size;
  }
  /// Over the last 500 to 550 ms.
  DataSize spent(LocalTime now) {
    advance(now);
    DataSize sum;
    for (const DataSize size : bins_) sum += size;
    return sum;
  }

 private:
  static constexpr Duration bin_length = 50ms;
  static constexpr std::int64_t bin_count = window / bin_length + 1;

  DataSize& bin(std::int64_t index) { return bins_[static_cast<std::size_t>(index % bin_count)]; }

  void advance(LocalTime now) {
    const std::int64_t index = now.time_since_epoch() / bin_length;
    newest_ = std::max(newest_, index - bin_count);  // none of the bins before counts any more
    while (newest_ < index) bin(++newest_) = DataSize();
  }

  DataRate rate_;
  double share_ = usual_share;
  std::array<DataSize, bin_count> bins_{};
  std::int64_t newest_ = 0;
};

}  // namespace evenkeel
