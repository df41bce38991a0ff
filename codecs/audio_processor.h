#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/frames/sound.h"
#include "core/frames/sound_level.h"

namespace evenkeel {

/// How much of what may be echo is taken out beside what the canceller subtracts. More takes more of a voice that
/// speaks at the same time.
enum class EchoSuppression : std::uint8_t { low, moderate, high };

/// What is needed where the clocks of microphone and loudspeaker differ by that much (1e-6: 1 ppm), after `before`:
/// beyond 30 ppm the canceller cannot follow the drift in every room, and a moderate suppression leaves echo less than
/// 25 dB weaker. High suppression stays until 20 ppm, since an estimate that hovers about a single limit would have the
/// voice change each time.
constexpr EchoSuppression suppression_for(double skew, EchoSuppression before = EchoSuppression::moderate) {
  const double limit = before == EchoSuppression::high ? 20e-6 : 30e-6;
  return skew > limit || skew < -limit ? EchoSuppression::high : EchoSuppression::moderate;
}

/// The defaults are chosen by docs/results/audio.md.
struct AudioProcessorConfig {
  bool high_pass = true;  ///< what is below a voice
  bool echo_canceller = true;
  bool noise_suppression = true;
  bool automatic_gain = true;
  EchoSuppression suppression = EchoSuppression::moderate;
  bool extended_filter = true;  ///< rooms of up to 150 ms and delays that are told badly; only at construction
  bool delay_agnostic = false;  ///< finds the delay by itself, whatever is told; only at construction
};

/// What makes speech of what a microphone hears, by libwebrtc-audio-processing: 0.1 ms for 10 ms of sound. One thread
/// at a time may use it.
class AudioProcessor {
 public:
  explicit AudioProcessor(const AudioProcessorConfig& config = {});
  ~AudioProcessor();
  AudioProcessor(const AudioProcessor&) = delete;
  AudioProcessor& operator=(const AudioProcessor&) = delete;

  /// Each part can be turned on and off at any time.
  void set_config(const AudioProcessorConfig& config);
  /// From on_played() of a block to process() of the block that holds its echo: what both devices hold back, up to
  /// 500 ms. Rather 60 ms too little than 20 ms too much: a delay that is told too long costs the most.
  void set_delay(Duration delay) { delay_ = delay; }

  /// The block that goes to the loudspeaker, exactly as it goes there. Blocks are to come as fast as those of
  /// process().
  void on_played(const SoundBlock& block);
  /// A captured block, in place. False where the library fails: the block is then silence, for what it is else would
  /// be echo.
  bool process(SoundBlock& block);

  /// Of what process() gave.
  const SoundMeter& meter() const { return meter_; }
  /// The last block held a voice.
  bool voice() const { return voice_; }
  /// How much weaker the canceller makes echo, in dB; nullopt where it is off or has heard none.
  std::optional<double> echo_return_loss_enhancement() const;

 private:
  struct Context;

  std::unique_ptr<Context> context_;
  Duration delay_{};
  SoundMeter meter_;
  bool voice_ = false;
};

}  // namespace evenkeel
