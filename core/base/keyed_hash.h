#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace evenkeel {

/// SipHash-2-4 (Aumasson and Bernstein, 2012): who does not know the key can neither predict the hash of anything nor
/// find the key, however many hashes are seen.
using HashKey = std::array<std::uint64_t, 2>;
std::uint64_t keyed_hash(const HashKey& key, std::span<const std::uint8_t> message);

}  // namespace evenkeel
