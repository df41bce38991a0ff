#pragma once

#include <atomic>
#include <cstdint>

#include "core/frames/sound.h"

namespace evenkeel {

/// Three notes, c, e and g, by which people find out whether a loudspeaker is heard; each fades in and out, so that
/// nothing clicks.
class TestTone {
 public:
  static constexpr Duration length = std::chrono::milliseconds(900);

  /// From any thread: they begin with the next block, also where they sound already, with their samples multiplied by
  /// `volume`, 0 to 1.
  void begin(double volume = 1) {
    volume_ = volume;
    wanted_ = true;
  }
  /// On the loudspeaker's thread, with each block: adds what is due to what is heard.
  void add_to(SoundBlock& block);

 private:
  std::atomic<bool> wanted_{false};
  std::atomic<double> volume_{1};
  std::int64_t at_ = to_samples(length);  // sample of the tone that comes next
};

}  // namespace evenkeel
