#include "core/signal/ip_text.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("Addresses are read, and written in the one form that there is for each") {
  const auto same = [](const char* text) {
    const auto address = parse_ip(text);
    REQUIRE(address);
    return format_ip(*address);
  };
  for (const char* text : {"192.0.2.7", "0.0.0.0", "255.255.255.255", "2001:db8::1", "::", "::1",
                           "fe80::", "2001:db8:0:1:1:1:1:1", "1:2:3:4:5:6:7:8", "2001:db8::1:0:0:1", "abcd:ef01::"}) {
    CHECK(same(text) == text);
  }
  CHECK(same("2001:DB8:0:0:0:0:0:1") == "2001:db8::1");
  CHECK(same("2001:0db8::0001") == "2001:db8::1");
  CHECK(same("1:0:0:2:0:0:0:3") == "1:0:0:2::3");
  CHECK(same("1::2:0:0:3:4") == "1::2:0:0:3:4");
  CHECK(same("1:2:3:4:5:6:0:0") == "1:2:3:4:5:6::");
  CHECK(same("::ffff:192.0.2.7") == "192.0.2.7");
  CHECK(same("64:ff9b::192.0.2.33") == "64:ff9b::c000:221");
  CHECK(same("1:2:3:4:5:6:1.2.3.4") == "1:2:3:4:5:6:102:304");
}

TEST_CASE("An IPv4 address is held as a mapped one") {
  const IpAddress expected{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, 7};
  CHECK(parse_ip("192.0.2.7") == expected);
  CHECK(is_ipv4(*parse_ip("192.0.2.7")));
  CHECK_FALSE(is_ipv4(*parse_ip("2001:db8::1")));
}

TEST_CASE("What is no address is none: names, gaps, signs, numbers too large, zones") {
  for (const char* text : {"",
                           "1",
                           "1.2.3",
                           "1.2.3.4.5",
                           "1.2.3.256",
                           "1.2.3.-4",
                           "1.2.3.+4",
                           "1..3.4",
                           ".1.2.3",
                           "1.2.3.",
                           "01.2.3.4",
                           "0x1.2.3.4",
                           "1.2.3.4 ",
                           " 1.2.3.4",
                           "host",
                           "a.local",
                           ":",
                           ":::",
                           "1:2",
                           "1:2:3:4:5:6:7",
                           "1:2:3:4:5:6:7:8:9",
                           "1::2::3",
                           "1:2:3:4:5:6:7::8",
                           "12345::",
                           "g::",
                           "::1%eth0",
                           "[::1]",
                           "1:2:3:4:5:6:7:1.2.3.4",
                           "1.2.3.4::",
                           "::1.2.3.4:5",
                           "::1.2.3",
                           ":1::",
                           "1::2:",
                           "1:2:3:4:5:6:7:",
                           "-1::",
                           "+1::",
                           "0000:0000:0000:0000:0000:ffff:192.168.100.1000"}) {
    INFO(text);
    CHECK_FALSE(parse_ip(text));
  }
}
