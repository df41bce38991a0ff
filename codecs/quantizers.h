#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>

#include "core/base/data_rate.h"

namespace evenkeel {

/// The step width of a quantizer, 0 to 63 (RFC 6386, section 14.1), fitted to within a few per cent. The size of a
/// frame is roughly inversely proportional to it.
inline double quantizer_step(int quantizer) {
  return std::max(4 + 1.25 * quantizer, 66 * std::exp(0.0635 * (quantizer - 40)));
}

/// How many times larger than its neighbours a frame is at the same quantizer if it refers to the frame `distance` back
/// only, at least 1. Fitted to two clips of hand-held cameras at distances up to 24; off by up to a third for other
/// content.
inline double growth_at_distance(int distance) { return 1 + 0.36 * std::log2(std::max(1, distance)); }

/// Predicts from earlier frames the range of quantizers at which a frame gets about its wanted size. libvpx's own rate
/// control averages over recent frames until its buffer model is low: after a fall of the target it sends several
/// frames of the old size, up to seven times too large, and it follows a rise five frames late.
class QuantizerBounds {
 public:
  struct Range {
    int finest = 0;
    int coarsest = 63;
    bool operator==(const Range&) const = default;
  };

  /// After each encoded frame. Exceptional ones are ignored, because they say nothing about others: key frames, and
  /// frames that refer far back.
  void on_frame(DataSize size, int quantizer, bool exceptional);

  /// The range for a frame of the wanted size, within `all`; `all` before the first frame.
  Range of(DataSize wanted, Range all) const;

  void forget() { *this = QuantizerBounds(); }

 private:
  double complexity_ = 0;  // mean of bytes times the quantizer's step; 0: unknown
  double latest_ = 0;      // of the last frame
};

/// The quantizers and targets of the last frames.
class QuantizerHistory {
 public:
  void add(LocalTime now, int quantizer, DataRate target);
  void clear() { frames_.clear(); }

  /// Drops older frames.
  void forget_before(LocalTime time);

  /// Whether the history reaches back to `time`.
  bool covers(LocalTime time) const { return !frames_.empty() && frames_.front().time <= time; }

  /// The share of the frames since `time` with at least this quantizer; 0 without frames.
  double share_from(int quantizer, LocalTime time) const;

  /// The quantizer that three quarters of the frames do not exceed; nullopt without frames.
  std::optional<int> upper_quartile() const;

  /// Zero without frames.
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
