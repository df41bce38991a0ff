#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/time.h"
#include "core/rtp/opus_payload.h"

namespace evenkeel {

/// Packets of sound that wait to be played, in the order of their timestamps. Its memory is all there from the
/// beginning: 64 packets, 1.28 s of 20 ms each.
class AudioPackets {
 public:
  static constexpr std::size_t capacity = 64;

  struct Packet {
    std::int64_t timestamp = 0;  ///< of the first sample, without wraps
    std::size_t samples = 0;
    LocalTime arrival{};
    bool speech = true;
    std::size_t copy_samples = 0;  ///< that copy() holds, right before this packet

    /// Together at most max_opus_payload: more stops the program.
    void set_bytes(std::span<const std::uint8_t> payload, std::span<const std::uint8_t> copy);
    std::span<const std::uint8_t> payload() const { return std::span(bytes_).first(size_); }
    /// Of the sound before it; empty: none.
    std::span<const std::uint8_t> copy() const { return std::span(bytes_).subspan(size_, copy_size_); }

   private:
    std::size_t size_ = 0;
    std::size_t copy_size_ = 0;
    std::array<std::uint8_t, max_opus_payload> bytes_{};
  };

  AudioPackets();

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  bool full() const { return size_ == capacity; }
  bool contains(std::int64_t timestamp) const;
  /// Not of an empty buffer: stops the program.
  const Packet& first() const;
  void pop();
  /// To be filled by the caller, but for its timestamp. Into a full buffer: stops the program.
  Packet& insert(std::int64_t timestamp);
  void clear() { size_ = 0; }

 private:
  std::array<Packet, capacity> packets_{};
  std::array<std::uint8_t, capacity> order_{};  // indices: those in use by timestamp, latest first, then the free ones
  std::size_t size_ = 0;
};

}  // namespace evenkeel
