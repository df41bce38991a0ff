#include "core/rtp/gf256.h"

#include <isa-l/erasure_code.h>

#include <array>

namespace evenkeel {

std::uint8_t gf256_multiply(std::uint8_t a, std::uint8_t b) { return gf_mul(a, b); }

std::uint8_t gf256_inverse(std::uint8_t a) { return gf_inv(a); }

void gf256_add_multiple(std::uint8_t* to, std::uint8_t factor, const std::uint8_t* from, std::size_t size) {
  alignas(32) std::array<std::uint8_t, 32> table;  // the products with all low and all high halves of a byte
  gf_vect_mul_init(factor, table.data());
  // ISA-L's declaration lacks the const: it only reads `from`.
  gf_vect_mad(static_cast<int>(size), 1, 0, table.data(), const_cast<std::uint8_t*>(from), to);
}

}  // namespace evenkeel
