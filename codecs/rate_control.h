#pragma once

#include <array>
#include <cstddef>

#include "core/base/data_rate.h"
#include "core/base/time.h"

namespace evenkeel {

struct RateCorrectorConfig {
  Duration memory = 1s;               ///< after it 63 % of a deviation is forgotten
  double gain = 1.5;                  ///< relative correction per second of deviation, 1/s
  double largest = 0.15;              ///< bound of the correction, relative
  Duration longest_interval = 500ms;  ///< a pause of the camera grants no more than this to be made up for
};

/// Whether the quantizer was at a bound, where the encoder cannot follow its target in one direction.
enum class QuantizerBound { none, finest, coarsest };

/// The outer loop around an encoder's own rate control, which misses by some per cent when the target moves: adds up
/// what was emitted beyond the target, and asks for correspondingly less. What is owed is counted in seconds at the
/// target, so that a change of the target neither cancels nor blows it up.
class RateCorrector {
 public:
  explicit RateCorrector(const RateCorrectorConfig& config = {}) : config_(config) {}

  /// An encoded frame, the time since the one before it, and the target for that time, above zero.
  void on_frame(DataSize size, Duration interval, DataRate target, QuantizerBound bound);

  /// What to ask of the encoder.
  DataRate corrected(DataRate target) const;

  /// Emitted beyond the target, in seconds at the target; negative where too little came.
  double excess() const { return excess_; }

 private:
  RateCorrectorConfig config_;
  double excess_ = 0;
};

/// Lowers a frame rate by letting through every n-th picture, evenly, and tells how far apart those are that pass.
class FrameThinner {
 public:
  /// For every picture in turn; false where it is to be left out. The first one passes.
  bool pass(LocalTime capture_time, double most_per_second);

  /// Between pictures that pass, without the jitter of the camera.
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
