#include "core/base/keyed_hash.h"

#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

using namespace evenkeel;

TEST_CASE("The keyed hash is that of the paper's appendix A, and of its authors' test vectors") {
  constexpr HashKey key{0x0706050403020100, 0x0f0e0d0c0b0a0908};
  std::vector<std::uint8_t> message(15);
  std::iota(message.begin(), message.end(), std::uint8_t{0});
  CHECK(keyed_hash(key, message) == 0xa129ca6149be45e5);
  CHECK(keyed_hash(key, {}) == 0x726fdb47dd0e0e31);
  CHECK(keyed_hash(key, std::span(message).first(1)) == 0x74f839c593dc67fd);
  CHECK(keyed_hash(key, std::span(message).first(8)) == 0x93f5f5799a932462);
}
