#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace evenkeel {

/// Payload types, fixed between peers of this application.
inline constexpr std::uint8_t video_payload_type = 96;            ///< VP8, RFC 7741
inline constexpr std::uint8_t retransmission_payload_type = 97;   ///< of video, RFC 4588
inline constexpr std::uint8_t repair_payload_type = 98;           ///< of video
inline constexpr std::uint8_t audio_payload_type = 111;           ///< Opus, RFC 7587
inline constexpr std::uint8_t redundant_audio_payload_type = 63;  ///< of it, RFC 2198
/// Carries nothing (draft-ietf-avt-rtp-no-op). Shares the sequence numbers of repair, or of video towards a peer that
/// does not understand repair, so that reports cover it like any packet.
inline constexpr std::uint8_t padding_payload_type = 127;

/// Of the first byte: padding follows the payload, and its last byte counts it (RFC 3550, section 5.1).
inline constexpr std::uint8_t rtp_padding_bit = 0x20;

/// The fields of the fixed RTP header that a sender chooses (RFC 3550, section 5.1).
struct RtpHeader {
  bool marker = false;
  std::uint8_t payload_type = 0;  ///< 0 to 127
  std::uint16_t sequence_number = 0;
  std::uint32_t timestamp = 0;
  std::uint32_t ssrc = 0;
};

/// One element of a header extension (RFC 8285): one-byte form ids 1 to 14, two-byte form ids 1 to 255.
struct RtpExtension {
  std::uint8_t id = 0;
  std::span<const std::uint8_t> data;
};

/// A parsed packet; the spans point into the datagram it was parsed from.
struct RtpPacketView {
  static constexpr std::size_t max_extensions = 16;

  RtpHeader header;
  std::array<RtpExtension, max_extensions> extensions{};
  std::size_t extension_count = 0;
  std::span<const std::uint8_t> payload;  ///< without padding

  std::optional<std::span<const std::uint8_t>> extension(std::uint8_t id) const;
};

/// Nothing where the bytes are not an RTP version 2 packet whose lengths add up. Extension elements beyond
/// max_extensions, those behind a broken element, and those of unknown profiles are passed over.
std::optional<RtpPacketView> parse_rtp(std::span<const std::uint8_t> datagram);

/// Of the header that write_rtp_header() writes with these extensions.
std::size_t rtp_header_size(std::span<const RtpExtension> extensions);

/// Writes the header and its extensions (one-byte form where it can hold them, else two-byte form), padded to 32 bits.
/// Returns the bytes written, or 0 where `out` is too small or an extension has id 0 or more than 255 bytes.
std::size_t write_rtp_header(const RtpHeader& header, std::span<const RtpExtension> extensions,
                             std::span<std::uint8_t> out);

/// Of a packet that we wrote.
inline bool rtp_marker(std::span<const std::uint8_t> packet) { return (packet[1] & 0x80) != 0; }
inline std::uint16_t rtp_sequence_number(std::span<const std::uint8_t> packet) {
  return static_cast<std::uint16_t>(packet[2] << 8 | packet[3]);
}
inline std::uint32_t rtp_timestamp(std::span<const std::uint8_t> packet) {
  return static_cast<std::uint32_t>(packet[4]) << 24 |
         static_cast<std::uint32_t>(packet[5] << 16 | packet[6] << 8 | packet[7]);
}

/// Tells RTCP from RTP on one port (RFC 5761, section 4): payload types 64 to 95 with the marker's bit folded in.
bool is_rtcp(std::span<const std::uint8_t> datagram);

}  // namespace evenkeel
