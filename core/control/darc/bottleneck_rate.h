#pragma once

#include <algorithm>
#include <optional>

#include "core/control/darc/packet_pairs.h"
#include "core/path/windowed_minimum.h"
#include "core/units/data_rate.h"

namespace evenkeel::darc {

/// The bottleneck's rate whoever uses it, from the two things that tell of it: packet pairs, and what it passed on for
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
    best_.add(now, -delivered->bps());
    if (alone) clean_ += passed;
  }
  /// What was passed on belongs to another bottleneck.
  void forget() {
    best_.reset();
    clean_ = Duration::zero();
  }
  /// `ours`: B, where nothing else is known.
  DataRate rate(std::optional<DataRate> pairs, DataRate ours) const {
    const auto best = best_.minimum();
    if (pairs && (!best || clean_ < clean_enough)) return *pairs;
    const DataRate known = best ? bits_per_second(-*best) : ours;
    return pairs ? reconcile(known, *pairs) : known;  // at best we had less where somebody was there all the time
  }

 private:
  static constexpr Duration clean_enough = 5s;
  WindowedMinimum<double> best_{20s, 1s};  // of the negative: the best rate, bit/s
  Duration clean_{};
  LocalTime updated_{};
};

}  // namespace evenkeel::darc
