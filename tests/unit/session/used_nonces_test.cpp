#include "core/session/used_nonces.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

GcmNonce nonce(std::size_t i) {
  GcmNonce made{};
  made[0] = static_cast<std::uint8_t>(i);
  made[1] = static_cast<std::uint8_t>(i >> 8);
  return made;
}

}  // namespace

TEST_CASE("However many knocks come, the newest 1024 nonces are known") {
  UsedNonces nonces;
  const std::size_t count = UsedNonces::kept + 300;
  for (std::size_t i = 0; i < count; ++i) {
    CHECK_FALSE(nonces.contains(nonce(i)));
    nonces.add(nonce(i));
  }
  for (std::size_t i = 0; i < count; ++i) CHECK(nonces.contains(nonce(i)) == (i >= count - UsedNonces::kept));
}
