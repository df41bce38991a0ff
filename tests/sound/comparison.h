#pragma once

#include <cstdint>
#include <span>

namespace evenkeel::test {

/// Sums of squares.
double energy_of(std::span<const std::int16_t> samples);
double difference_of(std::span<const std::int16_t> a, std::span<const std::int16_t> b);

/// The mean over segments of 20 ms that hold something of the signal to noise ratio, each limited to -10 to 35 dB.
double segmental_snr(std::span<const std::int16_t> wanted, std::span<const std::int16_t> got);

}  // namespace evenkeel::test
