#include "codecs/opus_copy.h"

#include <opus.h>

#include <algorithm>
#include <array>

namespace evenkeel {
namespace {

constexpr std::uint8_t celt_only = 0x80;  // of the first byte (RFC 6716, section 3.1): no part of SILK, so no copy
constexpr int max_frames_of_packet = 48;
constexpr int silk_frame = 960;  // samples of 48 kHz

// The frames of SILK in one frame of Opus, whose first bits are one VAD flag for each and then the flag of the copy
// (RFC 6716, section 4.2.3). They are coded with even odds, so they are the first bits of the frame.
int silk_frames(std::span<const std::uint8_t> packet) {
  return std::max(1, opus_packet_get_samples_per_frame(packet.data(), 48000) / silk_frame);
}

}  // namespace

bool opus_has_copy(std::span<const std::uint8_t> packet) {
  if (packet.empty() || (packet[0] & celt_only) != 0) return false;
  std::array<const unsigned char*, max_frames_of_packet> frames;
  std::array<opus_int16, max_frames_of_packet> sizes;
  const auto length = static_cast<opus_int32>(packet.size());
  const int count = opus_packet_parse(packet.data(), length, nullptr, frames.data(), sizes.data(), nullptr);
  return count > 0 && sizes[0] > 0 && (frames[0][0] & (0x80 >> silk_frames(packet))) != 0;
}

}  // namespace evenkeel
