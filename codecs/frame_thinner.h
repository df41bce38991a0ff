#pragma once

#include <array>
#include <cstddef>

#include "core/base/time.h"

namespace evenkeel {

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
