#include "core/net/local_addresses.h"

#include <linux/if_addr.h>
#include <net/if.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <random>

#include "loopback.h"
#include "network_namespace.h"
#include "tests/skip.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr unsigned up = IFF_UP | IFF_RUNNING;
constexpr bool by_default = true;

InterfaceAddress on(const std::string& interface, const std::string& text, bool default_route = false,
                    unsigned ipv6_flags = 0, unsigned flags = up) {
  return {interface, flags, address(text), ipv6_flags, default_route};
}

InterfaceAddress loopback(const std::string& text) { return on("lo", text, false, 0, up | IFF_LOOPBACK); }

std::vector<IpAddress> addresses(const std::vector<std::string>& texts) {
  std::vector<IpAddress> all;
  for (const std::string& text : texts) all.push_back(address(text));
  return all;
}

std::vector<InterfaceAddress> laptop() {
  return {
      loopback("127.0.0.1"),
      loopback("[::1]"),
      on("docker0", "172.17.0.1"),
      on("br-1a2b", "[2001:db8:0:9::1]"),
      on("tun0", "10.8.0.2"),
      on("wlan0", "[fe80::1]", by_default),
      on("wlan0", "[fd00::7]", by_default),
      on("wlan0", "[2001:db8::7]", by_default),
      on("wlan0", "192.168.1.7", by_default),
      on("eth0", "[2001:db8:1::7]"),
      on("eth0", "169.254.3.4"),
  };
}

}  // namespace

TEST_CASE("The likeliest address to be reached by comes first, whatever order the machine lists them in") {
  const auto expected = addresses({"192.168.1.7", "[2001:db8::7]", "[2001:db8:1::7]", "[fd00::7]", "10.8.0.2",
                                   "[2001:db8:0:9::1]", "172.17.0.1", "169.254.3.4"});
  std::mt19937 random(5);
  auto shuffled = laptop();
  for (int i = 0; i < 50; ++i) {
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    REQUIRE(usable_addresses(shuffled, 20) == expected);
  }
  CHECK(usable_addresses(laptop(), 3) == addresses({"192.168.1.7", "[2001:db8::7]", "[2001:db8:1::7]"}));
  CHECK(usable_addresses(laptop(), 0).empty());
}

TEST_CASE("What others cannot reach is left out") {
  const auto other = GENERATE(values<InterfaceAddress>({
      on("eth1", "192.0.2.1", false, 0, 0),                   // down
      on("eth1", "192.0.2.1", false, 0, IFF_UP),              // no carrier
      on("eth1", "192.0.2.1", by_default, 0, IFF_RUNNING),    // not up
      on("eth1", "[fe80::2]", by_default),                    // link-local
      on("eth1", "[ff02::1]"),                                // multicast
      on("eth1", "0.0.0.0"),                                  //
      on("eth1", "[::]"),                                     //
      on("eth1", "[2001:db8::2]", false, IFA_F_DEPRECATED),   //
      on("eth1", "[2001:db8::2]", false, IFA_F_TENTATIVE),    // perhaps another machine's
      on("eth1", "[2001:db8::2]", false, IFA_F_DADFAILED),    // another machine's
      on("eth0", "[2001:db8::3]", false, IFA_F_TEMPORARY),    // another one lasts
      on("lo", "198.51.100.1", false, 0, up | IFF_LOOPBACK),  //
      on("eth2", "[2001:db8::1]", false, IFA_F_PERMANENT),    // twice
  }));
  CAPTURE(other.interface, other.flags, other.ipv6_flags);
  const std::vector<InterfaceAddress> all{other, on("eth0", "[2001:db8::1]", false, IFA_F_PERMANENT)};
  CHECK(usable_addresses(all, 20) == addresses({"[2001:db8::1]"}));
}

TEST_CASE("A temporary address serves where the interface has no lasting one of its kind") {
  const std::vector<InterfaceAddress> all{
      on("eth0", "[fd00::1]"),
      on("eth0", "[2001:db8::2]", false, IFA_F_TEMPORARY),
      on("eth1", "[2001:db8::9]", false, IFA_F_DEPRECATED),
      on("eth1", "[2001:db8::3]", false, IFA_F_TEMPORARY),
      on("eth2", "[2001:db8::4]"),
  };
  CHECK(usable_addresses(all, 20) == addresses({"[2001:db8::4]", "[2001:db8::2]", "[2001:db8::3]", "[fd00::1]"}));
}

TEST_CASE("A machine without a network has its loopback, IPv4 first") {
  const std::vector<InterfaceAddress> all{loopback("[::1]"), on("eth0", "[fe80::1]"), loopback("127.0.0.1")};
  CHECK(usable_addresses(all, 20) == addresses({"127.0.0.1", "[::1]"}));
  CHECK(usable_addresses({}, 20).empty());
}

TEST_CASE("Flags of an IPv6 address are found by address and interface, in whatever text") {
  const std::string text =
      "00000000000000000000000000000001 01 80 10 80       lo\n"
      "fe800000000000000000000000000001 02 40 20 80     eth0\n"
      "20010db8000000000000000000000007 03 40 00 01    wlan0\n"
      "20010db8000000000000000000000007 02 40 00 20     eth0\n";
  CHECK(ipv6_flags(text, "wlan0", address("[2001:db8::7]")) == IFA_F_TEMPORARY);
  CHECK(ipv6_flags(text, "eth0", address("[2001:db8::7]")) == IFA_F_DEPRECATED);
  CHECK(ipv6_flags(text, "eth1", address("[2001:db8::7]")) == 0);
  CHECK(ipv6_flags(text, "eth0", address("192.0.2.7")) == 0);
  for (std::size_t length = 0; length < text.size(); ++length) {
    const unsigned flags = ipv6_flags(text.substr(0, length), "eth0", address("[2001:db8::7]"));
    REQUIRE((flags == 0 || length == text.size() - 1));
  }
  CHECK(ipv6_flags("20010db8000000000000000000000007 02 40 00 zz eth0\n\n \n", "eth0", address("[2001:db8::7]")) == 0);
}

TEST_CASE("This machine has addresses, and each can be bound to") {
  const auto all = local_addresses();
  REQUIRE_FALSE(all.empty());
  CHECK(all.size() <= max_local_addresses);
  for (const IpAddress& one : all) {
    boost::asio::io_context io;
    UdpSocket socket(io);
    CHECK(socket.open({one, 0}) == "");
  }
}

TEST_CASE("In a network of nothing but loopback, loopback is what there is") {
  std::vector<IpAddress> found;
  const bool allowed = in_network_namespace([&] {
    set_loopback(true);
    found = local_addresses();
  });
  if (!allowed) {
    evenkeel::test::skip("this user must not make network namespaces.");
    return;
  }
  REQUIRE_FALSE(found.empty());
  CHECK(found.front() == address("127.0.0.1"));
}
