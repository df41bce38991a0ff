#include "codecs/opus_decoder.h"

#include <opus.h>

#include <algorithm>
#include <array>

#include "codecs/opus_copy.h"

namespace evenkeel {
namespace {

constexpr int max_frames = 48;

}  // namespace

struct OpusDecoder::Context {
  Context() {
    int error = OPUS_OK;
    codec = opus_decoder_create(samples_per_second, 1, &error);
    if (error != OPUS_OK) codec = nullptr;
  }
  ~Context() {
    if (codec != nullptr) opus_decoder_destroy(codec);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  ::OpusDecoder* codec = nullptr;
};

OpusDecoder::OpusDecoder() : context_(std::make_unique<Context>()) {}
OpusDecoder::~OpusDecoder() = default;

// Parsed whole: a packet whose lengths do not add up would take its place in the buffer and fail there.
std::optional<std::size_t> OpusDecoder::samples_of(std::span<const std::uint8_t> packet) const {
  if (packet.empty()) return std::nullopt;
  std::array<opus_int16, max_frames> sizes;
  const auto length = static_cast<opus_int32>(packet.size());
  if (opus_packet_parse(packet.data(), length, nullptr, nullptr, sizes.data(), nullptr) <= 0) return std::nullopt;
  const int samples = opus_packet_get_nb_samples(packet.data(), length, samples_per_second);
  if (samples <= 0 || samples > static_cast<int>(max_packet_samples)) return std::nullopt;
  return static_cast<std::size_t>(samples);
}

bool OpusDecoder::has_copy_of_previous(std::span<const std::uint8_t> packet) const { return opus_has_copy(packet); }

bool OpusDecoder::run(std::span<const std::uint8_t> packet, std::span<std::int16_t> out, bool copy) {
  if (context_->codec == nullptr || packet.empty()) return false;
  const auto size = static_cast<opus_int32>(packet.size());
  const auto samples = static_cast<int>(out.size());
  return opus_decode(context_->codec, packet.data(), size, out.data(), samples, copy ? 1 : 0) == samples;
}

bool OpusDecoder::decode(std::span<const std::uint8_t> packet, std::span<std::int16_t> out) {
  return run(packet, out, false);
}

bool OpusDecoder::decode_copy(std::span<const std::uint8_t> next_packet, std::span<std::int16_t> out) {
  return run(next_packet, out, true);
}

void OpusDecoder::conceal(std::span<std::int16_t> out) {
  const auto samples = static_cast<int>(out.size());
  const bool done =
      context_->codec != nullptr && opus_decode(context_->codec, nullptr, 0, out.data(), samples, 0) == samples;
  if (!done) std::fill(out.begin(), out.end(), std::int16_t{0});
}

void OpusDecoder::reset() {
  if (context_->codec != nullptr) opus_decoder_ctl(context_->codec, OPUS_RESET_STATE);
}

}  // namespace evenkeel
