#pragma once

#include <array>
#include <cstddef>

namespace evenkeel {

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
