#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace evenkeel {

/// Reads big-endian numbers from bytes of unknown origin. Reading past the end yields zeros and empty spans, and ok()
/// is false from then on: a parser reads first and asks once.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  std::size_t left() const { return rest_.size(); }
  std::span<const std::uint8_t> rest() const { return rest_; }

  std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u24() { return static_cast<std::uint32_t>(number(3)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::uint64_t u64() { return number(8); }

  std::span<const std::uint8_t> bytes(std::size_t n) {
    if (n > rest_.size()) {
      ok_ = false;
      n = 0;
      rest_ = {};
    }
    const auto taken = rest_.first(n);
    rest_ = rest_.subspan(n);
    return taken;
  }

 private:
  std::uint64_t number(std::size_t n) {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : bytes(n)) value = value << 8 | byte;
    return value;
  }

  std::span<const std::uint8_t> rest_;
  bool ok_ = true;
};

}  // namespace evenkeel
