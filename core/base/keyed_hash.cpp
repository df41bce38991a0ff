#include "core/base/keyed_hash.h"

#include <algorithm>
#include <bit>

namespace evenkeel {
namespace {

// The four words of section 2 of the paper; named as there.
struct State {
  std::uint64_t v0, v1, v2, v3;

  explicit State(const HashKey& key)
      : v0(key[0] ^ 0x736f6d6570736575),
        v1(key[1] ^ 0x646f72616e646f6d),
        v2(key[0] ^ 0x6c7967656e657261),
        v3(key[1] ^ 0x7465646279746573) {}

  void half(std::uint64_t& a, std::uint64_t& b, int turn, std::uint64_t& c, std::uint64_t& d, int other_turn) {
    a += b;
    c += d;
    b = std::rotl(b, turn) ^ a;
    d = std::rotl(d, other_turn) ^ c;
    a = std::rotl(a, 32);
  }
  void rounds(int count) {
    for (int i = 0; i < count; ++i) {
      half(v0, v1, 13, v2, v3, 16);
      half(v2, v1, 17, v0, v3, 21);
    }
  }
  void compress(std::uint64_t word) {
    v3 ^= word;
    rounds(2);
    v0 ^= word;
  }
};

// Of at most 8 bytes, the first one lowest.
std::uint64_t little_endian(std::span<const std::uint8_t> bytes) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) word |= std::uint64_t{bytes[i]} << (8 * i);
  return word;
}

}  // namespace

std::uint64_t keyed_hash(const HashKey& key, std::span<const std::uint8_t> message) {
  State state(key);
  std::span<const std::uint8_t> rest = message;
  for (; rest.size() >= 8; rest = rest.subspan(8)) state.compress(little_endian(rest.first(8)));
  state.compress(little_endian(rest) | std::uint64_t{message.size() & 0xff} << 56);
  state.v2 ^= 0xff;
  state.rounds(4);
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

}  // namespace evenkeel
