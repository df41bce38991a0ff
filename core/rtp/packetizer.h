#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/frames/encoded_frame.h"
#include "core/rtp/rtp_packet.h"
#include "core/units/data_size.h"

namespace evenkeel {

struct PacketizerConfig {
  std::uint32_t ssrc = 0;
  std::uint8_t payload_type = 96;
  std::uint16_t first_sequence_number = 0;
  std::uint16_t first_picture_id = 0;  ///< 15 bits
  std::size_t max_packet_size = 1200;  ///< bytes of an RTP packet, header included; at least 64
};

/// Cuts VP8 frames into RTP packets of nearly equal size (RFC 7741). Allocates nothing.
class Packetizer {
 public:
  explicit Packetizer(const PacketizerConfig& config);

  /// Starts a frame; the frame and the extensions (on its first packet only) must live until next() has returned 0.
  /// An empty frame yields no packet. Extensions that leave no room in a packet are left out.
  void begin(const EncodedFrame& frame, std::uint32_t rtp_timestamp, std::span<const RtpExtension> extensions = {});

  /// Writes the next packet of the frame. Returns its size, or 0 where the frame is finished. `out` must have room for
  /// max_packet_size bytes.
  std::size_t next(std::span<std::uint8_t> out);

  /// Writes a packet that carries nothing, of max_packet_size bytes, with the timestamp of the frame begun last. To be
  /// called between frames. Returns its size, or 0 where `out` is too small.
  std::size_t padding(std::span<std::uint8_t> out);

  /// As configured, at least 64.
  std::size_t max_packet_size() const { return config_.max_packet_size; }
  /// Of the packet that next() writes next.
  std::uint16_t sequence_number() const { return sequence_number_; }

 private:
  std::size_t extensions_size() const;
  std::size_t next_piece_size() const;

  PacketizerConfig config_;
  std::uint16_t sequence_number_;
  std::uint16_t picture_id_;  ///< of the frame begun last
  std::span<const std::uint8_t> rest_;
  std::span<const RtpExtension> extensions_;
  std::uint32_t timestamp_ = 0;
  std::size_t packets_left_ = 0;
  bool at_start_ = false;
};

}  // namespace evenkeel
