#include "core/net/address_watch.h"

#include <linux/rtnetlink.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <catch2/catch.hpp>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <random>
#include <vector>

#include "network_namespace.h"
#include "tests/skip.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Bytes = std::vector<std::uint8_t>;

/// A message of netlink(7) with so many bytes behind its header.
Bytes message(std::uint16_t type, std::size_t payload, std::optional<std::uint32_t> length = std::nullopt) {
  nlmsghdr header{};
  header.nlmsg_len = length.value_or(static_cast<std::uint32_t>(sizeof header + payload));
  header.nlmsg_type = type;
  Bytes bytes(NLMSG_ALIGN(sizeof header + payload));
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

TEST_CASE("Notices of addresses, routes and links are distinguished from others") {
  for (const int type : std::initializer_list<int>{RTM_NEWADDR, RTM_DELADDR, RTM_NEWROUTE, RTM_DELROUTE, RTM_NEWLINK,
                                                   RTM_DELLINK, NLMSG_OVERRUN}) {
    const auto t = static_cast<std::uint16_t>(type);
    CHECK(tells_of_change(message(t, 0)));
    CHECK(tells_of_change(message(t, 21)));
    CHECK(tells_of_change(message(RTM_NEWNEIGH, 3) + message(t, 8)));
  }
  CHECK_FALSE(tells_of_change(message(RTM_NEWNEIGH, 20)));
  CHECK_FALSE(tells_of_change(message(NLMSG_NOOP, 0) + message(NLMSG_DONE, 4) + message(NLMSG_ERROR, 20)));
}

TEST_CASE("Of netlink that is cut off or lies about its length, nothing is believed") {
  CHECK_FALSE(tells_of_change({}));
  const Bytes whole = message(RTM_NEWNEIGH, 5) + message(RTM_NEWADDR, 24);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    REQUIRE_FALSE(tells_of_change(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))));
  }
  CHECK(tells_of_change(whole));
  for (const std::uint32_t length : {0u, 1u, 15u, 41u, 0x7fffffffu, 0xfffffffdu, 0xffffffffu}) {
    CAPTURE(length);
    CHECK_FALSE(tells_of_change(message(RTM_NEWADDR, 24, length)));
    CHECK_FALSE(tells_of_change(message(RTM_NEWNEIGH, 24, length) + message(RTM_NEWADDR, 24)));
  }
}

TEST_CASE("Random bytes are read to their end and no further") {
  std::mt19937 random(9);
  for (int i = 0; i < 20'000; ++i) {
    Bytes bytes(random() % 80);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(random() % 4 == 0 ? random() : 0);
    if (bytes.size() > 4) bytes[0] = static_cast<std::uint8_t>(random() % 100);
    tells_of_change(bytes);  // no more can be said of them than that they do no harm
  }
}

namespace {

/// In a network of its own, whose notices it counts.
struct Watched {
  boost::asio::io_context io;
  int calls = 0;
  std::optional<AddressWatch> watch{std::in_place, io, [this] { ++calls; }};

  /// At most two seconds.
  bool wait_for(int count) {
    boost::asio::steady_timer limit(io, 2s);
    limit.async_wait([](boost::system::error_code) {});
    while (calls < count && limit.expiry() > std::chrono::steady_clock::now()) io.run_one_for(100ms);
    return calls == count;
  }
};

/// Catch2's assertions are for the main thread.
struct Seen {
  bool watching = false, changed = true, first = false, second = false, silent_afterwards = false;
};

Seen watch_changes() {
  Seen seen;
  Watched w;
  seen.watching = w.watch->is_watching();
  seen.changed &= set_loopback(true);
  for (const char* text : {"10.0.0.1", "10.0.0.2", "10.0.0.3"}) seen.changed &= set_loopback_address(text);
  seen.first = w.wait_for(1);  // for all of them
  seen.changed &= set_loopback(false);
  seen.second = w.wait_for(2);
  seen.changed &= set_loopback(true);
  w.watch.reset();
  w.io.run();  // what was under way ends
  seen.silent_afterwards = w.calls == 2;
  return seen;
}

}  // namespace

TEST_CASE("Changes of addresses and links that come together are reported once, until the watch ends") {
  Seen seen;
  if (!in_network_namespace([&] { seen = watch_changes(); })) {
    evenkeel::test::skip("this user must not make network namespaces.");
    return;
  }
  CHECK(seen.watching);
  REQUIRE(seen.changed);
  CHECK(seen.first);
  CHECK(seen.second);
  CHECK(seen.silent_afterwards);
}

TEST_CASE("A watch may end before and after the loop that it calls back on, and within a call") {
  int calls = 0;
  boost::asio::io_context io;
  {
    const AddressWatch never_run(io, [&] { ++calls; });
  }
  io.run();
  CHECK(calls == 0);

  std::optional<AddressWatch> ends_itself;
  const bool allowed = in_network_namespace([&] {
    boost::asio::io_context inside;
    ends_itself.emplace(inside, [&] {
      ++calls;
      ends_itself.reset();
    });
    set_loopback(true);
    inside.run_for(2s);  // ends when nothing is left to wait for
    ends_itself.reset();
  });
  if (!allowed) return evenkeel::test::skip("this user must not make network namespaces.");
  CHECK(calls == 1);
}
