#pragma once

#include <cstdint>

#include "core/frames/sound.h"

namespace evenkeel {

/// What is heard while somebody calls: two short strokes of a bell, and a pause, over and over. The strokes fade in and
/// out, so that nothing clicks wherever it ends.
class RingTone {
 public:
  static constexpr Duration period = std::chrono::seconds(3);

  /// The next 10 ms.
  void write(SoundBlock& block);

 private:
  std::int64_t at_ = 0;  // sample of the period that comes next
};

}  // namespace evenkeel
