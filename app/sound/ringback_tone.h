#pragma once

#include <cstdint>

#include "core/frames/sound.h"

namespace evenkeel {

/// What a caller hears while it rings at the other side: a quiet tone of a second, and a pause, as telephones have it.
/// It fades in and out, so that nothing clicks.
class RingbackTone {
 public:
  static constexpr Duration tone = std::chrono::seconds(1);
  static constexpr Duration period = std::chrono::seconds(4);

  /// The next 10 ms.
  void write(SoundBlock& block);

 private:
  std::int64_t at_ = 0;  // sample of the period that comes next
};

}  // namespace evenkeel
