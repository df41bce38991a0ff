#include "core/net/secure/crowded_out.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace evenkeel;

namespace {

constexpr bool established = true;

IpAddress ipv4(std::uint8_t host) {
  IpAddress address = any_ipv4;
  address[12] = 192;
  address[15] = host;
  return address;
}

IpAddress ipv6(std::uint8_t network, std::uint8_t host) {
  IpAddress address{0x20, 0x01, 0x0d, 0xb8};
  address[7] = network;
  address[15] = host;
  return address;
}

}  // namespace

TEST_CASE("Connections from one address crowd out each other, the oldest first") {
  std::vector<Visitor> visitors(16, {ipv4(1)});
  visitors.insert(visitors.begin(), {ipv4(2)});
  CHECK(crowded_out(visitors) == 1);
  visitors.push_back({ipv4(1)});
  CHECK(crowded_out(visitors) == 1);
  visitors.push_back({ipv4(3)});
  CHECK(crowded_out(visitors) == 1);
}

TEST_CASE("Connections from as many addresses crowd out the oldest whose handshake is under way") {
  std::vector<Visitor> visitors;
  for (std::uint8_t i = 0; i < 16; ++i) visitors.push_back({ipv4(i)});
  CHECK(crowded_out(visitors) == 0);
  visitors[0].established = visitors[1].established = visitors[3].established = true;
  CHECK(crowded_out(visitors) == 2);
}

TEST_CASE("A new connection gives way where all others are established and from elsewhere") {
  std::vector<Visitor> visitors;
  for (std::uint8_t i = 0; i < 16; ++i) visitors.push_back({ipv4(i), established});
  visitors.push_back({ipv4(16)});
  CHECK(crowded_out(visitors) == 16);
}

TEST_CASE("Who has finished many handshakes gives way to others all the same") {
  std::vector<Visitor> visitors(16, {ipv4(1), established});
  visitors.push_back({ipv4(2)});
  CHECK(crowded_out(visitors) == 0);
  visitors[3].established = false;
  CHECK(crowded_out(visitors) == 3);
}

TEST_CASE("Addresses of one IPv6 network are one visitor's, those of IPv4 each another's") {
  std::vector<Visitor> visitors{{ipv6(1, 1)}, {ipv4(1)}, {ipv4(2)}, {ipv6(2, 1)}, {ipv6(2, 2)}};
  CHECK(crowded_out(visitors) == 3);
}

TEST_CASE("A single visitor is the one to give way") {
  const std::vector<Visitor> visitors{{ipv4(1), established}};
  CHECK(crowded_out(visitors) == 0);
}
