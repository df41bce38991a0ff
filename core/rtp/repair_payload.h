#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace evenkeel {

/// Consecutive packets of one RTP stream; sequence numbers may wrap within it.
struct RepairRange {
  static constexpr std::size_t max_count = 128;

  std::uint16_t base = 0;  ///< the first sequence number
  std::uint8_t count = 0;  ///< 0: nothing; at most max_count

  bool operator==(const RepairRange&) const = default;
};

/// What a repair packet says: the sum of the symbols of the packets in `range`, each times its coefficient of
/// repair_coefficients(key).
struct RepairPayload {
  RepairRange range;
  std::uint16_t key = 0;
  std::span<const std::uint8_t> symbol;  ///< points into the payload that was parsed
};

/// On the wire, big-endian: base (16 bits), count (8), reserved (8, zero), key (16), size of the symbol (16), the
/// symbol. What follows the symbol fills the packet up and means nothing.
inline constexpr std::size_t repair_header_size = 8;

/// Writes the payload. Returns its size, or 0 where `out` is too small or the range or the symbol is none.
std::size_t write_repair(const RepairPayload& repair, std::span<std::uint8_t> out);

/// Nothing unless the lengths add up, count is 1 to RepairRange::max_count, the symbol is one that
/// RepairSymbol can hold, and reserved is zero: other values are kept for other codes.
std::optional<RepairPayload> parse_repair(std::span<const std::uint8_t> payload);

/// Coefficients of 1 to 255 for the packets of a range in their order, as RFC 8681 makes them (section 3.6, density
/// threshold 15).
void repair_coefficients(std::uint16_t key, std::span<std::uint8_t> out);

}  // namespace evenkeel
