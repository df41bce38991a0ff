#pragma once

#include "core/rtp/audio_level.h"
#include "joined_call.h"

namespace evenkeel::test {

inline constexpr std::uint32_t sound_ssrc = media_ssrc + 3;

/// With a peer that understands sound.
inline Negotiated with_sound(Negotiated negotiated = {}) {
  negotiated.features = negotiated.features.value_or(PeerFeatures());
  negotiated.features->sound = true;
  return negotiated;
}

/// 20 ms, the first of which is `sample`, captured by a card whose clock began with t0.
inline EncodedSound sound_packet(std::int64_t sample, std::size_t size = 80) {
  EncodedSound sound;
  sound.sample = sample;
  sound.samples = 960;
  sound.captured = t0 + to_duration(sample);
  sound.below_full_scale = 30;
  sound.voice = true;
  sound.size = size;
  std::fill_n(sound.bytes.begin(), std::min(size, sound.bytes.size()), std::uint8_t{0x5A});
  return sound;
}

inline bool is_sound(std::span<const std::uint8_t> datagram) {
  return !is_rtcp(datagram) && parse_rtp(datagram)->header.ssrc == sound_ssrc;
}

}  // namespace evenkeel::test
