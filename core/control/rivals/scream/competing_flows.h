#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// The queue delay is sampled every 50 ms (RFC 8298, section 4.1.2), though it is learned with the reports only: a
/// report yields as many samples of its value as intervals have passed, a second's worth at most.
class ScreamSampler {
 public:
  int due(LocalTime now) {
    if (!next_) next_ = now;
    int samples = 0;
    for (; samples < most && *next_ <= now; ++samples) *next_ += interval;
    if (*next_ <= now) next_ = now + interval;
    return samples;
  }

  void reset() { next_.reset(); }

 private:
  static constexpr Duration interval = 50ms;
  static constexpr int most = 20;
  std::optional<LocalTime> next_;
};

/// loss_event_rate of RFC 8298: the fraction of round trips in which a packet counted as lost. The text names no way to
/// estimate it; here it is averaged exponentially over about a hundred round trips.
class ScreamLossEventRate {
 public:
  void on_report(LocalTime now, Duration round_trip_time, bool lost) {
    lost_ = lost_ || lost;
    if (!since_) since_ = now;
    if (now < *since_ + round_trip_time) return;
    rate_ += weight * ((lost_ ? 1.0 : 0.0) - rate_);
    lost_ = false;
    since_ = now;
  }

  double rate() const { return rate_; }

  void reset() { *this = ScreamLossEventRate(); }

 private:
  static constexpr double weight = 0.01;
  double rate_ = 0;
  bool lost_ = false;
  std::optional<LocalTime> since_;
};

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
