#pragma once

#include <algorithm>
#include <optional>

#include "core/units/time.h"

namespace evenkeel::darc {

/// Whether others of our kind use the bottleneck: while a queue stands we get clearly less than packet pairs say that
/// it passes on, for most of the time.
class Sharing {
 public:
  /// Once per estimate of the capacity. `with_less`: a queue stands, and we get less than the bottleneck has.
  void on_estimate(bool with_less, LocalTime now) {
    const Duration passed = std::min<Duration>(now - estimated_, longest_step);
    estimated_ = now;
    time_ = std::max(time_ + (with_less ? passed : -passed / 2), Duration::zero());
    if (time_ > long_enough) last_ = now;
  }
  /// The queue was short for so long that nobody else can be there.
  void forget() {
    time_ = Duration::zero();
    last_.reset();
  }
  bool active(LocalTime now) const { return last_ && now - *last_ < memory; }

 private:
  static constexpr Duration longest_step = 250ms;
  static constexpr Duration long_enough = 800ms;
  static constexpr Duration memory = 10s;
  LocalTime estimated_{};
  Duration time_{};  // with less, less half of the time without
  std::optional<LocalTime> last_;
};

}  // namespace evenkeel::darc
