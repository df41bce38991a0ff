#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/frames/frame_dependency.h"

namespace evenkeel {

/// A FrameDependency as the first packet of a frame carries it: the RTP header extension of the WebRTC project
/// http://www.webrtc.org/experiments/rtp-hdrext/generic-frame-descriptor-00, here one byte a line, highest bit first:
///
///     B E F L D T T T   B: first packet of the frame; E: last packet; F, L: set; D: distances follow; T: layer
///     S S S S S S S S   spatial layers of the frame, one bit each
///     I I I I I I I I   frame id, low byte
///     I I I I I I I I   frame id, high byte
///     d d d d d d X M   a distance's low six bits; X: one more byte has its high eight; M: then another follows
///
/// Without distances, width and height of the picture may follow, big endian with 16 bits each.
struct FrameDescriptorBytes {
  static constexpr std::size_t max_size = 4 + 2 * FrameDependency::max_references;

  std::array<std::uint8_t, max_size> data{};
  std::size_t size = 0;

  std::span<const std::uint8_t> used() const { return std::span(data).first(size); }
};

/// The longest distance that the format holds, in 14 bits.
inline constexpr std::uint16_t max_reference_distance = 0x3FFF;

/// Nullopt where the format cannot hold it: a distance of 0 or above max_reference_distance. E stays clear: the RTP
/// marker tells the last packet.
std::optional<FrameDescriptorBytes> encode_frame_descriptor(const FrameDependency& dependency);

/// Nullopt where the bytes end too early, are not those of a first packet, name more frames than VP8 can refer to, or
/// the frame itself. Layers, width, height and what stands behind the last distance are passed over.
std::optional<FrameDependency> decode_frame_descriptor(std::span<const std::uint8_t> element);

}  // namespace evenkeel
