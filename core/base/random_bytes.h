#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace evenkeel {

/// Fills all bytes. Where they become keys, identifiers or nonces it must be the operating system's generator; tests
/// give one with a seed.
using RandomBytes = std::function<void(std::span<std::uint8_t>)>;

}  // namespace evenkeel
