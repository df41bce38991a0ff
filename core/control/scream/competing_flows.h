#pragma once

#include <array>
#include <cstddef>

#include "core/units/time.h"

namespace evenkeel {

/// The range in which qdelay_target may move: QDELAY_TARGET_LO and QDELAY_TARGET_HI, both above zero.
struct ScreamTargetRange {
  Duration low{};
  Duration high{};
};

/// qdelay_target of RFC 8298, section 4.1.2.3: raised where a standing queue or losses speak for competing flows that
/// fill the buffer, else lowered. One sample per 50 ms; the text takes one per acknowledgement, which would make the
/// speed depend on how often the peer reports. Of the two lengths that the text gives to qdelay_norm_hist, 100 and 200,
/// it is the one that the variance needs.
class ScreamCompetingFlows {
 public:
  void start(Duration target);
  void sample(Duration queue_delay, double loss_event_rate, const ScreamTargetRange& range);
  /// Holds the target at the low end: the compensation is off.
  void hold(const ScreamTargetRange& range) { target_ = range.low; }

  Duration target() const { return target_; }

 private:
  double mean_of_newest(std::size_t count) const;
  double variance() const;
  double adjusted(double upper, double variance, double loss_event_rate, double low) const;

  std::array<double, 200> history_{};  // of qdelay / QDELAY_TARGET_LO; a ring
  std::size_t next_ = 0;
  Duration target_{};
};

}  // namespace evenkeel
