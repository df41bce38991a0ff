#include "core/base/address_scope.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

IpAddress ipv4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
  return {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, a, b, c, d};
}
IpAddress ipv6(std::uint8_t first, std::uint8_t second, std::uint8_t last) {
  return {first, second, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last};
}

}  // namespace

TEST_CASE("Addresses that are none of the Internet are known") {
  CHECK(is_private(ipv4(10, 1, 2, 3)));
  CHECK(is_private(ipv4(172, 16, 0, 1)));
  CHECK(is_private(ipv4(172, 31, 255, 255)));
  CHECK(is_private(ipv4(192, 168, 1, 1)));
  CHECK(is_private(ipv4(100, 64, 0, 1)));
  CHECK(is_private(ipv4(100, 127, 255, 255)));
  CHECK(is_private(ipv4(169, 254, 1, 1)));
  CHECK(is_private(ipv4(127, 0, 0, 1)));
  CHECK(is_private(ipv6(0xFD, 0, 1)));
  CHECK(is_private(ipv6(0xFE, 0x80, 1)));
  CHECK(is_private(ipv6(0, 0, 1)));
  CHECK_FALSE(is_private(ipv4(172, 32, 0, 1)));
  CHECK_FALSE(is_private(ipv4(100, 128, 0, 1)));
  CHECK_FALSE(is_private(ipv4(192, 169, 0, 1)));
  CHECK_FALSE(is_private(ipv4(11, 0, 0, 1)));
  CHECK_FALSE(is_private(ipv6(0x20, 0x01, 1)));
  CHECK_FALSE(is_private(IpAddress{}));
}

TEST_CASE("Addresses of the machine itself are known") {
  CHECK(is_loopback(ipv4(127, 1, 2, 3)));
  CHECK(is_loopback(ipv6(0, 0, 1)));
  CHECK_FALSE(is_loopback(ipv4(10, 0, 0, 1)));
  CHECK_FALSE(is_loopback(ipv6(0, 0, 2)));
}
