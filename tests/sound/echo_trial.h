#pragma once

#include <optional>
#include <vector>

#include "codecs/audio_processor.h"

namespace evenkeel::test {

/// A loudspeaker, a room and a microphone around an AudioProcessor, in virtual time. The far end speaks from the
/// beginning; its echo is half as loud as what is played.
struct EchoTrial {
  AudioProcessorConfig config;
  int seconds = 20;
  Duration room = 100ms;           ///< until the echo is 60 dB weaker
  Duration delay = 60ms;           ///< of both devices
  Duration told_beside = 0ms;      ///< by which the delay told is wrong
  double distortion = 0.01;        ///< of the loudspeaker: third harmonic at full loudness
  double ppm = 0;                  ///< by which the microphone's clock is slower than the loudspeaker's
  std::optional<int> near_from{};  ///< second from which somebody at the microphone speaks
  std::optional<int> moved_at{};   ///< second at which the microphone is moved: another room response
  unsigned seed = 1;

  struct Result {
    /// dB, echo at the microphone against what is left of it; of each second in which there is echo, from the third on,
    /// with nobody near.
    double worst_loss = 0;
    double mean_loss = 0;
    /// dB, what is left of the near voice while both speak: as a whole, and of the worst second. Negative: weaker.
    double near_level = 0;
    double worst_near_level = 0;
    /// Seconds from the move until the loss stays above 25 dB.
    double relearnt_after = 0;
    double milliseconds_per_block = 0;
  };
  Result run() const;
};

}  // namespace evenkeel::test
