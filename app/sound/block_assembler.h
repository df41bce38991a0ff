#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "core/frames/sound.h"

namespace evenkeel {

/// Makes blocks of 10 ms from any numbers of samples.
class BlockAssembler {
 public:
  /// `arrived`: when the last of them was there. Each block that is full goes to `sink`, with the time of its first
  /// sample.
  template <class Sink>
  void add(std::span<const std::int16_t> samples, LocalTime arrived, Sink&& sink) {
    while (!samples.empty()) {
      const std::size_t taken = std::min(samples.size(), block_samples - filled_);
      std::copy_n(samples.begin(), taken, block_.begin() + static_cast<std::ptrdiff_t>(filled_));
      filled_ += taken;
      samples = samples.subspan(taken);
      if (filled_ < block_samples) return;
      filled_ = 0;
      sink(std::as_const(block_), arrived - to_duration(static_cast<std::int64_t>(samples.size())) - block_duration);
    }
  }
  void clear() { filled_ = 0; }

 private:
  SoundBlock block_{};
  std::size_t filled_ = 0;
};

}  // namespace evenkeel
