#pragma once

#include <cstddef>
#include <cstdint>

namespace evenkeel {

// Arithmetic of GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1, the field of RFC 8681 (section 3.7.1) and of ISA-L.
// Addition and subtraction are both the exclusive or.

std::uint8_t gf256_multiply(std::uint8_t a, std::uint8_t b);

/// The inverse of 0 is given as 0.
std::uint8_t gf256_inverse(std::uint8_t a);

/// gf256_add_multiple() works on whole blocks of so many bytes, since ISA-L needs no less.
inline constexpr std::size_t gf256_block = 64;

/// Adds `factor` times each byte of `from` to that of `to`; both have `size` bytes, a multiple of gf256_block.
void gf256_add_multiple(std::uint8_t* to, std::uint8_t factor, const std::uint8_t* from, std::size_t size);

}  // namespace evenkeel
