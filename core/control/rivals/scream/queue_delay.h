#pragma once

#include <array>
#include <cstddef>

#include "core/path/confirmed_minimum.h"
#include "core/path/path_monitor.h"

namespace evenkeel {

/// qdelay: the one-way delay of the newest packet that arrived, less the base delay as LEDBAT keeps it: the smallest of
/// the last ten minutes, a minimum for each of them (RFC 6817, sections 2.5 and 3.4.2, BASE_HISTORY = 10), as far as it
/// is confirmed (ConfirmedMinimum; RFC 6817 leaves the filter open). Not smoothed
/// (RFC 8298, section 4.1.2). Never negative, at most a day.
class ScreamQueueDelay {
 public:
  void on_feedback(const PathReport& report);

  /// Zero before the first packet whose delay is known.
  Duration latest() const { return latest_; }

  void reset() { *this = ScreamQueueDelay(); }

 private:
  ConfirmedMinimum base_{10min, 1min};
  Duration latest_{};
};

/// qdelay_avg of v2: rises by a share of the difference per report, falls at once; and how far the samples are from it.
class ScreamDelayAverage {
 public:
  void add(Duration sample, double gain);

  Duration average() const { return average_; }
  Duration deviation() const { return deviation_; }  ///< mean of |sample - average|, over about 16 reports

  void reset() { *this = ScreamDelayAverage(); }

 private:
  Duration average_{};
  Duration deviation_{};
};

/// qdelay_trend of RFC 8298, section 4.1.2: the correlation of neighbouring samples of qdelay over its target times
/// their average, in [0, 1]. A falling delay counts as a rising one does. One sample per 50 ms.
class ScreamDelayTrend {
 public:
  /// `fraction`: qdelay / qdelay_target; `weight`: QDELAY_WEIGHT.
  void sample(double fraction, double weight);

  double trend() const { return trend_; }
  double memory() const { return memory_; }  ///< qdelay_trend_mem: the peak, forgotten by 1 % per sample

  void reset() { *this = ScreamDelayTrend(); }

 private:
  double mean() const;
  double correlation() const;  // a_t

  std::array<double, 20> history_{};  // a ring
  std::size_t oldest_ = 0;
  double average_ = 0;  // qdelay_fraction_avg
  double trend_ = 0;
  double memory_ = 0;
};

}  // namespace evenkeel
