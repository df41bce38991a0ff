#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace evenkeel {

/// The longest packet of Opus (RFC 6716, section 3.2.5), 120 ms, in samples.
inline constexpr std::size_t max_packet_samples = 5760;

/// Turns packets back into sound. One thread at a time may use it. Any bytes are allowed in a packet.
class AudioDecoder {
 public:
  virtual ~AudioDecoder() = default;

  /// How many samples the packet holds, 1 to max_packet_samples. Nullopt where it is no packet of the codec.
  virtual std::optional<std::size_t> samples_of(std::span<const std::uint8_t> packet) const = 0;
  /// Whether the packet has a copy of the sound before it, for the case that the packet with that was lost.
  virtual bool has_copy_of_previous(std::span<const std::uint8_t> packet) const = 0;

  /// Fills `out`, which is as long as samples_of(packet). False where the bytes cannot be decoded; `out` is then
  /// unspecified.
  virtual bool decode(std::span<const std::uint8_t> packet, std::span<std::int16_t> out) = 0;
  /// Fills `out` from the copy that the packet after it has. False as with decode().
  virtual bool decode_copy(std::span<const std::uint8_t> next_packet, std::span<std::int16_t> out) = 0;
  /// Fills `out`, a multiple of 480 samples, with what may have followed.
  virtual void conceal(std::span<std::int16_t> out) = 0;
  /// What comes next has nothing to do with what was before.
  virtual void reset() = 0;
};

}  // namespace evenkeel
