#pragma once

#include <algorithm>
#include <optional>

#include "core/base/data_rate.h"
#include "core/base/time.h"
#include "core/control/darc/packet_pairs.h"
#include "core/path/windowed_extreme.h"

namespace evenkeel::darc {

/// The bottleneck's rate whichever flows use it, from its two signs: packet pairs, and what it passed on for
/// us in low delay, when for some time we were alone.
class BottleneckRate {
 public:
  /// Low delay begins, or goes on after something else.
  void resume(LocalTime now) { updated_ = now; }
  /// In low delay. `delivered`: nothing where it is no measure, as the source sends little. `alone`: the queue is such
  /// as we make ourselves.
  void on_report(std::optional<DataRate> delivered, bool alone, LocalTime now) {
    const Duration passed = now - updated_;
    updated_ = now;
    if (!delivered) return;
    best_.add(now, *delivered);
    if (alone) clean_ += passed;
  }
  /// What was passed on belongs to another bottleneck.
  void forget() {
    best_.reset();
    clean_ = Duration::zero();
  }
  /// `ours`: B, where nothing else is known.
  DataRate rate(std::optional<DataRate> pairs, DataRate ours) const {
    const auto best = best_.value();
    if (pairs && (!best || clean_ < clean_enough)) return *pairs;
    const DataRate known = best.value_or(ours);
    return pairs ? reconcile(known, *pairs) : known;  // at best we had less where somebody was there all the time
  }

 private:
  static constexpr Duration clean_enough = 5s;
  WindowedMaximum<DataRate> best_{20s, 1s};
  Duration clean_{};
  LocalTime updated_{};
};

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
  /// The queue was short long enough to show that no other flow is there.
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
