#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>

#include "core/base/data_rate.h"

namespace evenkeel {

/// The step width of a quantizer, 0 to 63 (RFC 6386, section 14.1), fitted to within some per cent. The bits that a
/// picture takes are roughly inverse to it.
inline double quantizer_step(int quantizer) {
  return std::max(4 + 1.25 * quantizer, 66 * std::exp(0.0635 * (quantizer - 40)));
}

/// Between which quantizers a frame is about as large as it should be, by those before. libvpx's own control keeps to
/// its mean of late until its model of a buffer is low, and then saves what it owes: after a fall of the target one or
/// several frames come out at the old size, seven times the new one, and a rise it follows five frames late.
class QuantizerBounds {
 public:
  struct Range {
    int finest = 0;
    int coarsest = 63;
    bool operator==(const Range&) const = default;
  };

  /// A frame that came out; key frames tell nothing of the others.
  void on_frame(DataSize size, int quantizer, bool key_frame);

  /// For a frame that should have so many bytes; within `all`, and all of it where nothing is known.
  Range of(DataSize wanted, Range all) const;

  void forget() { *this = QuantizerBounds(); }

 private:
  double complexity_ = 0;  // bytes times the quantizer's step, a mean; 0: not known
  double latest_ = 0;      // of the last frame
};

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
