#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/time.h"

namespace evenkeel {

/// All sound in here is mono of 48 kHz in samples of 16 bits, and goes from part to part in blocks of 10 ms.
inline constexpr int samples_per_second = 48000;
inline constexpr std::size_t block_samples = 480;
inline constexpr Duration block_duration = 10ms;

using SoundBlock = std::array<std::int16_t, block_samples>;

/// Rounded down to whole nanoseconds; exact for multiples of three samples.
constexpr Duration to_duration(std::int64_t samples) { return Duration(samples * 62'500 / 3); }
/// Rounded down to whole samples.
constexpr std::int64_t to_samples(Duration d) { return d.count() * 3 / 62'500; }

}  // namespace evenkeel
