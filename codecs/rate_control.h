#pragma once

#include <array>
#include <cstddef>

#include "core/base/data_rate.h"
#include "core/base/time.h"

namespace evenkeel {

struct RateCorrectorConfig {
  Duration memory = 1s;               ///< time constant: after it 63 % of a deviation is forgotten
  double gain = 1.5;                  ///< relative correction per second of deviation, 1/s
  double largest = 0.15;              ///< bound of the correction, relative
  Duration longest_interval = 500ms;  ///< a pause of the camera counts as at most this long
};

/// Whether the quantizer was at a bound, where the encoder cannot follow its target in one direction.
enum class QuantizerBound { none, finest, coarsest };

/// The outer loop around an encoder's own rate control, which is off by a few per cent when the target moves:
/// integrates the excess over the target and asks for correspondingly less. The excess is counted in seconds at the
/// target, so that a change of the target neither cancels nor inflates it.
class RateCorrector {
 public:
  explicit RateCorrector(const RateCorrectorConfig& config = {}) : config_(config) {}

  /// After each encoded frame: the time since the previous one, and the target for that time, above zero.
  void on_frame(DataSize size, Duration interval, DataRate target, QuantizerBound bound);

  /// The target to give to the encoder.
  DataRate corrected(DataRate target) const;

  /// The excess over the target, in seconds at the target; negative if too little was sent.
  double excess() const { return excess_; }

 private:
  RateCorrectorConfig config_;
  double excess_ = 0;
};

/// Lowers a frame rate by passing every n-th picture, and measures the interval between those that pass.
class FrameThinner {
 public:
  /// To be called for every picture; false if it should be skipped. The first one passes.
  bool pass(LocalTime capture_time, double max_per_second);

  /// The interval between pictures that pass, without the camera's jitter.
  Duration interval() const { return input_interval_ * every_; }

 private:
  void measure(LocalTime capture_time);

  std::array<Duration, 12> intervals_{};  ///< of the input; a ring
  std::size_t intervals_known_ = 0;
  LocalTime last_{};
  bool started_ = false;
  Duration input_interval_ = 33'333'333ns;
  int every_ = 1;
  int left_out_ = 0;
};

}  // namespace evenkeel
