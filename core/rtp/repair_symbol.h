#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/rtp/gf256.h"

namespace evenkeel {

/// What the repair code combines: an RTP packet less its sequence number and source, which the range of a repair packet
/// and its stream tell. That is 8 bytes (the size of what is behind the fixed header, the first byte of the header,
/// marker and payload type, timestamp) and what is behind the fixed header; all bytes behind are zero, so that symbols
/// of different sizes add up.
class RepairSymbol {
 public:
  /// In bytes. A repair packet over the largest packets has 1232: 12 of RTP header, 8 of its own.
  static constexpr std::size_t max_packet = 1216;
  static constexpr std::size_t rtp_header = 12;
  static constexpr std::size_t head_size = 8;
  static constexpr std::size_t max_size = head_size + max_packet - rtp_header;

  std::size_t size() const { return size_; }
  std::span<const std::uint8_t> bytes() const { return std::span(bytes_).first(size_); }
  bool is_zero() const;

  void clear();
  /// False, and nothing changes, where it is shorter than an RTP header or longer than max_packet.
  bool set_packet(std::span<const std::uint8_t> packet);
  /// At most max_size bytes.
  void set_bytes(std::span<const std::uint8_t> bytes);
  /// The size becomes that of the larger one.
  void add_multiple(std::uint8_t factor, const RepairSymbol& other);

  /// The packet that it stands for. Returns its size, or 0 where it can stand for none: its length is more than it
  /// holds, or a byte behind that is not zero, or `out` is too small.
  std::size_t write_packet(std::uint16_t sequence_number, std::uint32_t ssrc, std::span<std::uint8_t> out) const;

 private:
  static constexpr std::size_t capacity = (max_size + gf256_block - 1) / gf256_block * gf256_block;

  void end_at(std::size_t size);

  std::size_t size_ = 0;
  std::array<std::uint8_t, capacity> bytes_{};  // zero from size_ on
};

}  // namespace evenkeel
