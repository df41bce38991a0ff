#pragma once

#include "core/base/data_rate.h"
#include "core/control/sent_log.h"

namespace evenkeel::darc {

/// Whether the source can use what it is offered: a still picture, or an encoder at its best quality, does not, and
/// what arrives is then no measure of the link.
class SourceUse {
 public:
  void start(DataRate target) { offered_ = target; }
  void on_target(DataRate target) { offered_ += (target - offered_) * weight; }
  /// Padding does not count as use.
  bool limited(const SentLog& sent, LocalTime now) const {
    return sent.media_rate_over(measured_over, now) < used_share * offered_;
  }

 private:
  static constexpr double used_share = 0.75;  // of its target: a source that uses less limits itself
  static constexpr Duration measured_over = 300ms;
  static constexpr double weight = 0.15;  // of a report: the mean spans about as long
  DataRate offered_;
};

}  // namespace evenkeel::darc
