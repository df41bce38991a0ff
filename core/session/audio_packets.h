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
    std::size_t size = 0;
    std::array<std::uint8_t, max_opus_payload> bytes{};

    std::span<const std::uint8_t> payload() const { return std::span(bytes).first(size); }
  };

  AudioPackets();

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  bool full() const { return size_ == capacity; }
  bool contains(std::int64_t timestamp) const;
  /// Not of an empty buffer: stops the program.
  const Packet& first() const;
  void pop();
  /// Neither into a full buffer nor longer than max_opus_payload: stops the program.
  void insert(std::int64_t timestamp, std::size_t samples, std::span<const std::uint8_t> payload, LocalTime arrival,
              bool speech = true);
  void clear() { size_ = 0; }

 private:
  std::array<Packet, capacity> packets_{};
  std::array<std::uint8_t, capacity> order_{};  // indices: those in use by timestamp, latest first, then the free ones
  std::size_t size_ = 0;
};

}  // namespace evenkeel
