#include "codecs/opus_encoder.h"

#include <opus.h>

#include <algorithm>
#include <cmath>

#include "codecs/opus_copy.h"

namespace evenkeel {
namespace {

// libopus takes 500 bit/s to 512 kbit/s.
constexpr DataRate min_target = kilobits_per_second(6);
constexpr DataRate max_target = kilobits_per_second(256);

}  // namespace

struct OpusEncoder::Context {
  Context() {
    int error = OPUS_OK;
    codec = opus_encoder_create(samples_per_second, 1, OPUS_APPLICATION_VOIP, &error);
    if (error != OPUS_OK) codec = nullptr;
  }
  ~Context() {
    if (codec != nullptr) opus_encoder_destroy(codec);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  ::OpusEncoder* codec = nullptr;
};

OpusEncoder::OpusEncoder(const OpusEncoderConfig& config)
    : context_(std::make_unique<Context>()), min_expected_loss_(config.min_expected_loss) {
  set_packet_duration(config.packet_duration);
  if (context_->codec == nullptr) return;
  opus_encoder_ctl(context_->codec, OPUS_SET_SIGNAL(OPUS_SIGNAL_VOICE));
  opus_encoder_ctl(context_->codec, OPUS_SET_COMPLEXITY(std::clamp(config.complexity, 0, 10)));
  opus_encoder_ctl(context_->codec, OPUS_SET_INBAND_FEC(1));
  set_target(config.target);
  set_expected_loss(0);
}

OpusEncoder::~OpusEncoder() = default;

std::span<const std::uint8_t> OpusEncoder::encode(std::span<const std::int16_t> samples) {
  size_ = 0;
  if (context_->codec == nullptr || samples.size() != packet_samples_) return {};
  const auto size = opus_encode(context_->codec, samples.data(), static_cast<int>(samples.size()), packet_.data(),
                                static_cast<opus_int32>(packet_.size()));
  size_ = size > 0 ? static_cast<std::size_t>(size) : 0;
  return std::span(packet_).first(size_);
}

bool OpusEncoder::made_copy() const { return opus_has_copy(std::span(packet_).first(size_)); }

void OpusEncoder::set_target(DataRate media) {
  if (context_->codec == nullptr) return;
  const auto rate = static_cast<opus_int32>(std::clamp(media, min_target, max_target).bps());
  opus_encoder_ctl(context_->codec, OPUS_SET_BITRATE(rate));
}

void OpusEncoder::set_packet_duration(Duration duration) {
  packet_samples_ = static_cast<std::size_t>(to_samples(duration >= 30ms ? 40ms : 20ms));
}

void OpusEncoder::set_expected_loss(double share) {
  if (context_->codec == nullptr) return;
  const double expected = std::clamp(share, min_expected_loss_, 1.0);
  opus_encoder_ctl(context_->codec, OPUS_SET_PACKET_LOSS_PERC(static_cast<opus_int32>(std::lround(expected * 100))));
}

}  // namespace evenkeel
