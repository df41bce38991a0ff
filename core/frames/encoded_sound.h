#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/time.h"
#include "core/frames/sound.h"

namespace evenkeel {

/// One packet of encoded sound (Opus, RFC 6716), as an encoder hands it to the sender. It holds its bytes itself, so
/// that it goes from thread to thread without an allocation.
struct EncodedSound {
  std::int64_t sample = 0;              ///< how many samples were captured before its first
  LocalTime captured{};                 ///< when that one was, by the count of samples (SampleClock)
  std::size_t samples = 0;              ///< that it holds
  std::uint8_t below_full_scale = 127;  ///< level in dB as RFC 6464 has it; 127: silence
  bool voice = false;
  bool has_copy = false;  ///< of the sound before it, for whoever did not get that
  std::size_t size = 0;   ///< of bytes
  std::array<std::uint8_t, 1275> bytes{};

  std::span<const std::uint8_t> payload() const { return std::span(bytes).first(size); }
};

}  // namespace evenkeel
