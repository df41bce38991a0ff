#include "core/net/port_mapping/private_address.h"

#include <catch2/catch.hpp>

#include "fake_router.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("Addresses that are none of the Internet are known") {
  CHECK(is_private(ipv4(10, 1, 2, 3)));
  CHECK(is_private(ipv4(172, 16, 0, 1)));
  CHECK(is_private(ipv4(172, 31, 255, 255)));
  CHECK(is_private(ipv4(192, 168, 1, 1)));
  CHECK(is_private(ipv4(100, 64, 0, 1)));
  CHECK(is_private(ipv4(100, 127, 255, 255)));
  CHECK(is_private(ipv4(169, 254, 1, 1)));
  CHECK(is_private(ipv4(127, 0, 0, 1)));
  CHECK_FALSE(is_private(ipv4(172, 32, 0, 1)));
  CHECK_FALSE(is_private(ipv4(100, 128, 0, 1)));
  CHECK_FALSE(is_private(ipv4(192, 169, 0, 1)));
  CHECK_FALSE(is_private(ipv4(11, 0, 0, 1)));
  CHECK_FALSE(is_private(IpAddress{}));
}
