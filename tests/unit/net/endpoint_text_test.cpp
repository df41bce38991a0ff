#include <catch2/catch.hpp>

#include "core/net/udp_socket.h"

using namespace evenkeel;

TEST_CASE("Addresses without names are read as they stand") {
  struct Row {
    const char* text;
    const char* endpoint;
  };
  const auto row = GENERATE(values<Row>({
      {"192.0.2.7", "192.0.2.7:5004"},
      {"192.0.2.7:6000", "192.0.2.7:6000"},
      {"127.0.0.1:0", "127.0.0.1:0"},
      {"0.0.0.0:65535", "0.0.0.0:65535"},
      {"[2001:db8::7]:6000", "[2001:db8::7]:6000"},
      {"[2001:db8::7]", "[2001:db8::7]:5004"},
      {"2001:db8::7", "[2001:db8::7]:5004"},
      {"::1", "[::1]:5004"},
      {"[::]:1", "[::]:1"},
  }));
  INFO(row.text);
  const auto endpoint = resolve(row.text, 5004);
  REQUIRE(endpoint);
  CHECK(to_string(*endpoint) == row.endpoint);
  CHECK(to_string(*resolve(to_string(*endpoint), 1)) == row.endpoint);
}

TEST_CASE("A text that is not an address is refused with the right form, without a resolver") {
  const auto text = GENERATE(as<std::string>(), "", ":", ":5004", "192.0.2.7:", "192.0.2.7:65536", "192.0.2.7:-1",
                             "192.0.2.7:80x", "192.0.2.7:x", "192.0.2.7: 80", "[::1", "[::1]5004", "[::1]:", "[::1]x",
                             "[]:5004", "[::1]:99999", "a:b:c", "stun:a:3478", "[a]:1", "192.0.2.7:1:2", "1:2:3");
  INFO(text);
  const auto endpoint = resolve(text, 5004);
  REQUIRE_FALSE(endpoint);
  CHECK(endpoint.error ==
        "'" + text + "' is not an address: write HOST, HOST:PORT or [IPV6]:PORT, as in 192.0.2.7:5004.");
}

TEST_CASE("IPv4 is held as mapped IPv6, and hosts compare without ports") {
  const auto a = resolve("192.0.2.7:1", 0);
  const auto b = resolve("192.0.2.7:2", 0);
  const auto mapped = resolve("[::ffff:192.0.2.7]:1", 0);
  REQUIRE(a);
  REQUIRE(b);
  REQUIRE(mapped);
  CHECK(*a == *mapped);
  CHECK(*a != *b);
  CHECK((*a).same_host(*b));
}

TEST_CASE("An address to listen at is one in numbers, which is checked without asking a resolver") {
  for (const char* text : {"0.0.0.0:5004", "127.0.0.1", "[::1]:5004", "::", "localhost:0"})
    CHECK(check_own_address(text) == "");
  CHECK(check_own_address("desk.example:5004") ==
        "'desk.example' is not an IP address: write one of this machine, as 192.0.2.7:5004, or 0.0.0.0:5004 for all.");
  CHECK(check_own_address("192.0.2.300").starts_with("'192.0.2.300' is not an IP address"));
  CHECK(check_own_address("5006").starts_with("'5006' is a port without an address"));
}

TEST_CASE("What a resolver says of a name is reported in plain words") {
  const auto endpoint = resolve("no-such-machine.invalid", 5004);
  REQUIRE_FALSE(endpoint);
  CHECK(endpoint.error.starts_with("Cannot find the host 'no-such-machine.invalid': "));
  CHECK(endpoint.error.ends_with(", or give an address."));
}

TEST_CASE("A bare port is not an address, though a resolver would make one of it") {
  const auto endpoint = resolve("5006", 5004);
  REQUIRE_FALSE(endpoint);
  CHECK(endpoint.error == "'5006' is a port without an address: write it as 0.0.0.0:5006.");
}
