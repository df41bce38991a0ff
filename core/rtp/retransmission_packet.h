#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace evenkeel {

/// RFC 4588, section 4: a packet that is sent again goes in a stream of its own, with the original's timestamp, marker,
/// CSRCs and header extensions, and the original's sequence number before its payload.

/// A retransmission is so many bytes longer than its original.
inline constexpr std::size_t original_number_size = 2;

/// Writes the packet of `payload_type` that sends an RTP packet again. Its sequence number is 0: it is written when the
/// packet leaves. Padding of the original is left out. Returns the size, or 0 where `original` is no RTP packet or
/// `out` is too small; `out` must not overlap `original`.
std::size_t write_retransmission(std::span<const std::uint8_t> original, std::uint32_t ssrc, std::uint8_t payload_type,
                                 std::span<std::uint8_t> out);

/// Writes the packet that a retransmission repeats, byte by byte as it first left but for padding. Returns its size, or
/// 0 where the bytes are no RTP packet, hold no original (others use such packets as padding), or `out` is too small;
/// `out` must not overlap `retransmission`. Only that it is an RTP packet is certain of what it writes.
std::size_t restore_original(std::span<const std::uint8_t> retransmission, std::uint32_t media_ssrc,
                             std::uint8_t media_payload_type, std::span<std::uint8_t> out);

}  // namespace evenkeel
