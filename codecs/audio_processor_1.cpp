// AudioProcessor with libwebrtc-audio-processing 1.x, whose canceller (AEC3) finds the delay and chooses its
// suppression by itself.
#include <modules/audio_processing/include/audio_processing.h>

#include <algorithm>

#include "codecs/audio_processor.h"

namespace evenkeel {
namespace {

using webrtc::AudioProcessing;

const webrtc::StreamConfig& mono() {
  static const webrtc::StreamConfig config(samples_per_second, 1);
  return config;
}

// The library warns where a delay is beyond what it takes, and goes on.
bool is_done(int result) {
  return result == AudioProcessing::kNoError || result == AudioProcessing::kBadStreamParameterWarning;
}

}  // namespace

struct AudioProcessor::Context {
  rtc::scoped_refptr<AudioProcessing> library{webrtc::AudioProcessingBuilder().Create()};
  SoundBlock played{};
  bool echo_canceller = false;
};

AudioProcessor::AudioProcessor(const AudioProcessorConfig& config) : context_(std::make_unique<Context>()) {
  set_config(config);
}

AudioProcessor::~AudioProcessor() = default;

void AudioProcessor::set_config(const AudioProcessorConfig& config) {
  AudioProcessing::Config parts;
  parts.high_pass_filter.enabled = config.high_pass;
  parts.echo_canceller.enabled = config.echo_canceller;
  parts.echo_canceller.enforce_high_pass_filtering = false;
  parts.noise_suppression.enabled = config.noise_suppression;
  parts.noise_suppression.level = AudioProcessing::Config::NoiseSuppression::kModerate;
  parts.gain_controller1.enabled = config.automatic_gain;
  parts.gain_controller1.mode = AudioProcessing::Config::GainController1::kAdaptiveDigital;
  parts.gain_controller1.analog_gain_controller.enabled = false;
  parts.residual_echo_detector.enabled = false;
  parts.voice_detection.enabled = true;
  context_->echo_canceller = config.echo_canceller;
  context_->library->ApplyConfig(parts);
}

void AudioProcessor::on_played(const SoundBlock& block) {
  context_->library->ProcessReverseStream(block.data(), mono(), mono(), context_->played.data());
}

bool AudioProcessor::process(SoundBlock& block) {
  AudioProcessing& library = *context_->library;
  constexpr Duration max_delay = 500ms;
  library.set_stream_delay_ms(static_cast<int>(std::clamp(delay_, Duration::zero(), max_delay) / 1ms));
  const bool done = is_done(library.ProcessStream(block.data(), mono(), mono(), block.data()));
  if (!done) block.fill(0);
  voice_ = done && library.GetStatistics().voice_detected.value_or(false);
  meter_.on_sound(block);
  return done;
}

std::optional<double> AudioProcessor::echo_return_loss_enhancement() const {
  if (!context_->echo_canceller) return std::nullopt;
  const auto enhancement = context_->library->GetStatistics().echo_return_loss_enhancement;
  return enhancement ? std::optional(*enhancement) : std::nullopt;
}

}  // namespace evenkeel
