#pragma once

#include <atomic>

#include "core/frames/sound.h"

namespace evenkeel {

/// Ends a sound that goes on, at any place in it, within 20 ms: cut off at once it would click.
class ToneFade {
 public:
  /// From any thread.
  void begin() { ends_ = true; }
  bool begun() const { return ends_; }

  /// Of each block in turn: as it is until begin(), then fading, then silence.
  void apply(SoundBlock& block) {
    if (!ends_) return;
    for (std::int16_t& sample : block) {
      sample = static_cast<std::int16_t>(sample * left_ / length);
      if (left_ > 0) --left_;
    }
  }

 private:
  static constexpr int length = samples_per_second / 50;

  std::atomic<bool> ends_{false};
  int left_ = length;  ///< samples
};

}  // namespace evenkeel
