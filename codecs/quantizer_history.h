#pragma once

#include <deque>
#include <optional>

#include "core/base/data_rate.h"

namespace evenkeel {

/// The quantizers and targets of the last frames.
class QuantizerHistory {
 public:
  void add(LocalTime now, int quantizer, DataRate target);
  void clear() { frames_.clear(); }

  /// Drops what is older than that.
  void forget_before(LocalTime time);

  /// Whether it reaches back to `time`.
  bool covers(LocalTime time) const { return !frames_.empty() && frames_.front().time <= time; }

  /// The part of the frames since `time` whose quantizer is at least this; 0 where there are none.
  double share_from(int quantizer, LocalTime time) const;

  /// The quantizer that three quarters of the frames do not exceed; nothing where there are none.
  std::optional<int> upper_quartile() const;

  /// Zero where there are no frames.
  DataRate mean_target() const;

 private:
  struct Frame {
    LocalTime time;
    int quantizer;
    DataRate target;
  };
  std::deque<Frame> frames_;
};

}  // namespace evenkeel
