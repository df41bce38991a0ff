#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace evenkeel {

/// Writes big-endian numbers. What does not fit is not written, and ok() is false from then on.
class ByteWriter {
 public:
  explicit ByteWriter(std::span<std::uint8_t> out) : out_(out) {}

  bool ok() const { return ok_; }
  std::size_t size() const { return size_; }

  void u8(std::uint8_t value) { number(value, 1); }
  void u16(std::uint16_t value) { number(value, 2); }
  void u24(std::uint32_t value) { number(value, 3); }
  void u32(std::uint32_t value) { number(value, 4); }
  void u64(std::uint64_t value) { number(value, 8); }

  void bytes(std::span<const std::uint8_t> data) {
    if (reserve(data.size())) std::copy(data.begin(), data.end(), out_.begin() + static_cast<std::ptrdiff_t>(size_));
    if (ok_) size_ += data.size();
  }
  /// Zeros up to the next multiple of 4 bytes.
  void pad() {
    while (ok_ && size_ % 4 != 0) u8(0);
  }

 private:
  bool reserve(std::size_t n) {
    ok_ = ok_ && n <= out_.size() - size_;
    return ok_;
  }
  void number(std::uint64_t value, std::size_t n) {
    if (!reserve(n)) return;
    for (std::size_t i = n; i-- > 0; value >>= 8) out_[size_ + i] = static_cast<std::uint8_t>(value);
    size_ += n;
  }

  std::span<std::uint8_t> out_;
  std::size_t size_ = 0;
  bool ok_ = true;
};

}  // namespace evenkeel
