#include "core/rtp/tiny_mt32.h"

namespace evenkeel {
namespace {

// The parameter set of RFC 8682, section 2.1.
constexpr std::uint32_t matrix_1 = 0x8F70'11EE;
constexpr std::uint32_t matrix_2 = 0xFC78'FF1F;
constexpr std::uint32_t tempering = 0x3793'FDFF;

constexpr std::uint32_t multiplier = 1'812'433'253;
constexpr int steps_before_use = 8;

}  // namespace

TinyMt32::TinyMt32(std::uint32_t seed) : state_{seed, matrix_1, matrix_2, tempering} {
  for (std::uint32_t i = 1; i < 8; ++i) {
    const std::uint32_t before = state_[(i - 1) % 4];
    state_[i % 4] ^= i + multiplier * (before ^ before >> 30);
  }
  for (int i = 0; i < steps_before_use; ++i) step();
}

std::uint32_t TinyMt32::next() {
  step();
  const std::uint32_t sum = state_[0] + (state_[2] >> 8);
  return state_[3] ^ sum ^ ((sum & 1) != 0 ? tempering : 0);
}

void TinyMt32::step() {
  std::uint32_t x = (state_[0] & 0x7FFF'FFFF) ^ state_[1] ^ state_[2];
  x ^= x << 1;
  const std::uint32_t y = state_[3] ^ state_[3] >> 1 ^ x;
  const bool odd = (y & 1) != 0;
  state_ = {state_[1], state_[2] ^ (odd ? matrix_1 : 0), x ^ y << 10 ^ (odd ? matrix_2 : 0), y};
}

}  // namespace evenkeel
