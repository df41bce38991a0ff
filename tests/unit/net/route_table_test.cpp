#include "core/net/route_table.h"

#include <catch2/catch.hpp>
#include <set>

using namespace evenkeel;

namespace {

Route route(std::uint16_t port, std::uint8_t source = 0) {
  Route r(Endpoint{{}, port});
  r.from[15] = source;
  return r;
}

constexpr auto none_in_use = [](std::uint32_t) { return false; };
constexpr auto all_in_use = [](std::uint32_t) { return true; };

}  // namespace

TEST_CASE("A route keeps its number while others come; another source is another route") {
  RouteTable table;
  const auto a = table.tag_of(route(1), all_in_use);
  const auto b = table.tag_of(route(1, 9), all_in_use);
  REQUIRE((a && b));
  CHECK(a != b);
  CHECK(table.tag_of(route(1), all_in_use) == a);
  CHECK(table[*a] == route(1));
  CHECK(table[*b] == route(1, 9));
}

TEST_CASE("The route that was used longest ago makes room, none that a packet is on") {
  RouteTable table;
  std::set<std::uint32_t> tags;
  for (std::uint16_t i = 0; i < RouteTable::capacity; ++i) tags.insert(*table.tag_of(route(i), all_in_use));
  REQUIRE(tags.size() == RouteTable::capacity);
  REQUIRE(*tags.rbegin() < RouteTable::capacity);
  CHECK_FALSE(table.tag_of(route(1000), all_in_use));
  const auto oldest = table.tag_of(route(0), all_in_use);  // used again
  const auto kept = table.tag_of(route(1), all_in_use);
  const auto second = table.tag_of(route(2), all_in_use);
  for (std::uint16_t i = 3; i < RouteTable::capacity; ++i) table.tag_of(route(i), all_in_use);
  const auto reused = table.tag_of(route(1000), [&](std::uint32_t tag) { return tag == oldest || tag == kept; });
  CHECK(reused == second);
  CHECK(table[*reused] == route(1000));
  CHECK(table[*oldest] == route(0));
  CHECK(table.tag_of(route(2), none_in_use) == oldest);  // the oldest by then
}

TEST_CASE("However many routes there are, the numbers stay the same few") {
  RouteTable table;
  for (std::uint16_t i = 0; i < 10'000; ++i) {
    const auto tag = table.tag_of(route(i), none_in_use);
    REQUIRE(tag);
    REQUIRE(*tag < RouteTable::capacity);
    REQUIRE(table[*tag] == route(i));
  }
}
