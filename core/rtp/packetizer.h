#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/data_size.h"
#include "core/frames/encoded_frame.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel {

struct PacketizerConfig {
  std::uint32_t ssrc = 0;
  std::uint8_t payload_type = 96;
  std::uint16_t first_picture_id = 0;  ///< 15 bits
  std::size_t max_packet_size = 1200;  ///< bytes of an RTP packet, header included; at least 64
};

/// Cuts VP8 frames into RTP packets of nearly equal size (RFC 7741). Their sequence numbers are zero: packets get them
/// when they leave. The picture id is the low 15 bits of the frame's own id where it has one, and counts the frames
/// otherwise. Allocates nothing.
class Packetizer {
 public:
  static constexpr std::size_t min_packet_size = 64;

  explicit Packetizer(const PacketizerConfig& config);

  /// Starts a frame; the frame and the extensions must live until next() has returned 0. The first `repeated` of them
  /// go on each of its packets, and the others on its first one, where they leave room. An empty frame yields no
  /// packet.
  void begin(const EncodedFrame& frame, std::uint32_t rtp_timestamp, std::span<const RtpExtension> extensions = {},
             std::size_t repeated = 0);

  /// Of frames that begin from here on.
  void set_payload_type(std::uint8_t type) { config_.payload_type = type; }
  /// The same; at least min_packet_size.
  void set_max_packet_size(std::size_t size) { config_.max_packet_size = std::max(size, min_packet_size); }

  /// Writes the next packet of the frame. Returns its size, or 0 where the frame is finished. `out` must have room for
  /// max_packet_size bytes.
  std::size_t next(std::span<std::uint8_t> out);

  /// Of the packet that next() wrote last: its size without the RTP header and extensions.
  std::size_t payload_size() const { return payload_size_; }

 private:
  std::size_t first_extensions_size() const;
  std::size_t next_piece_size() const;

  PacketizerConfig config_;
  std::uint16_t picture_id_;  ///< of the frame begun last
  std::span<const std::uint8_t> rest_;
  std::span<const RtpExtension> extensions_;
  std::size_t repeated_ = 0;
  std::uint32_t timestamp_ = 0;
  std::size_t packets_left_ = 0;
  std::size_t payload_size_ = 0;
  bool at_start_ = false;
};

}  // namespace evenkeel
