// AudioProcessor with libwebrtc-audio-processing 0.3 (AEC2).
#include "codecs/audio_processor.h"

#include <webrtc/modules/audio_processing/include/audio_processing.h>
#include <webrtc/modules/interface/module_common_types.h>

#include <algorithm>

namespace evenkeel {
namespace {

using webrtc::AudioProcessing;
using webrtc::EchoCancellation;

EchoCancellation::SuppressionLevel level_of(EchoSuppression suppression) {
  switch (suppression) {
    case EchoSuppression::low:
      return EchoCancellation::kLowSuppression;
    case EchoSuppression::moderate:
      return EchoCancellation::kModerateSuppression;
    case EchoSuppression::high:
      break;
  }
  return EchoCancellation::kHighSuppression;
}

std::unique_ptr<AudioProcessing> create(const AudioProcessorConfig& config) {
  webrtc::Config options;
  options.Set<webrtc::ExtendedFilter>(new webrtc::ExtendedFilter(config.extended_filter));
  options.Set<webrtc::DelayAgnostic>(new webrtc::DelayAgnostic(config.delay_agnostic));
  return std::unique_ptr<AudioProcessing>(AudioProcessing::Create(options));
}

void copy_to(webrtc::AudioFrame& frame, const SoundBlock& block) {
  frame.num_channels_ = 1;
  frame.sample_rate_hz_ = samples_per_second;
  frame.samples_per_channel_ = block_samples;
  std::copy(block.begin(), block.end(), frame.data_);
}

// The library warns where a delay is beyond what it takes, and goes on.
bool is_done(int result) {
  return result == AudioProcessing::kNoError || result == AudioProcessing::kBadStreamParameterWarning;
}

}  // namespace

struct AudioProcessor::Context {
  explicit Context(const AudioProcessorConfig& config) : library(create(config)) {}

  std::unique_ptr<AudioProcessing> library;
  webrtc::AudioFrame frame;
};

AudioProcessor::AudioProcessor(const AudioProcessorConfig& config) : context_(std::make_unique<Context>(config)) {
  set_config(config);
}

AudioProcessor::~AudioProcessor() = default;

void AudioProcessor::set_config(const AudioProcessorConfig& config) {
  AudioProcessing& library = *context_->library;
  library.high_pass_filter()->Enable(config.high_pass);
  library.echo_cancellation()->set_suppression_level(level_of(config.suppression));
  library.echo_cancellation()->enable_metrics(true);
  library.echo_cancellation()->Enable(config.echo_canceller);
  library.noise_suppression()->set_level(webrtc::NoiseSuppression::kModerate);
  library.noise_suppression()->Enable(config.noise_suppression);
  library.gain_control()->set_mode(webrtc::GainControl::kAdaptiveDigital);
  library.gain_control()->Enable(config.automatic_gain);
  library.voice_detection()->Enable(true);
}

void AudioProcessor::on_played(const SoundBlock& block) {
  copy_to(context_->frame, block);
  context_->library->ProcessReverseStream(&context_->frame);
}

bool AudioProcessor::process(SoundBlock& block) {
  AudioProcessing& library = *context_->library;
  copy_to(context_->frame, block);
  constexpr Duration max_delay = 500ms;
  const auto delay = std::clamp(delay_, Duration::zero(), max_delay);
  library.set_stream_delay_ms(static_cast<int>(delay / 1ms));
  const bool done = is_done(library.ProcessStream(&context_->frame));
  if (done) {
    std::copy_n(context_->frame.data_, block_samples, block.begin());
  } else {
    block.fill(0);
  }
  voice_ = done && library.voice_detection()->stream_has_voice();
  meter_.on_sound(block);
  return done;
}

std::optional<double> AudioProcessor::echo_return_loss_enhancement() const {
  constexpr int unknown = -100;  // as the library has it
  EchoCancellation::Metrics metrics;
  EchoCancellation& canceller = *context_->library->echo_cancellation();
  if (!canceller.is_enabled() || canceller.GetMetrics(&metrics) != AudioProcessing::kNoError) return std::nullopt;
  const int instant = metrics.echo_return_loss_enhancement.instant;
  return instant > unknown ? std::optional<double>(instant) : std::nullopt;
}

}  // namespace evenkeel
