#pragma once

#include "core/path/path_monitor.h"
#include "core/path/windowed_minimum.h"

namespace evenkeel {

/// qdelay: the one-way delay of the newest packet that arrived, less the base delay as LEDBAT keeps it: the smallest of
/// the last ten minutes, a minimum for each of them (RFC 6817, sections 2.5 and 3.4.2, BASE_HISTORY = 10). Not smoothed
/// (RFC 8298, section 4.1.2). Never negative, at most a day.
class ScreamQueueDelay {
 public:
  void on_feedback(const PathReport& report);

  /// Zero before the first packet whose delay is known.
  Duration latest() const { return latest_; }

  void reset() { *this = ScreamQueueDelay(); }

 private:
  WindowedMinimum<Duration> base_{10min, 1min};
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

}  // namespace evenkeel
