#include "core/link/datagram_link.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

LinkConfig marking_link(std::optional<Duration> mark_above) {
  LinkConfig config;
  config.capacity = Capacity::constant(megabits_per_second(8));  // 1000 bytes a millisecond
  config.mark_above = mark_above;
  return config;
}

/// The ECN fields of ten packets that are sent at once, as they arrive.
std::vector<int> marks_of(std::optional<Duration> mark_above, std::uint8_t ecn) {
  DatagramLink link(marking_link(mark_above), t0);
  const std::vector<std::uint8_t> datagram(972);
  for (int i = 0; i < 10; ++i) link.send(datagram, bytes(28), 7, t0, ecn);
  std::vector<int> out;
  while (const auto arrival = link.poll(t0 + 1s)) out.push_back(arrival->ecn);
  return out;
}

}  // namespace

TEST_CASE("Packets that find a longer queue than the threshold arrive marked, if they can carry a mark") {
  const std::uint8_t ect1 = 1;
  // The packet that finds n others waits for n ms: those after the fourth find more than 4 ms.
  CHECK(marks_of(Duration(4ms), ect1) == std::vector<int>{1, 1, 1, 1, 1, 3, 3, 3, 3, 3});
  CHECK(marks_of(Duration(4ms), 0) == std::vector<int>(10, 0));
  CHECK(marks_of(std::nullopt, ect1) == std::vector<int>(10, 1));
  CHECK(marks_of(Duration(4ms), 3) == std::vector<int>(10, 3));  // marked before
}

TEST_CASE("Datagrams come out as they went in, with their tags, in order") {
  DatagramLink link(marking_link(std::nullopt), t0);
  for (std::uint8_t i = 0; i < 5; ++i) link.send(std::vector<std::uint8_t>(100u + i, i), bytes(28), i, t0);
  for (std::uint8_t i = 0; i < 5; ++i) {
    const auto arrival = link.poll(t0 + 1s);
    REQUIRE(arrival);
    CHECK(arrival->tag == i);
    CHECK(arrival->datagram.size() == 100u + i);
    CHECK(arrival->datagram[0] == i);
  }
  CHECK_FALSE(link.poll(t0 + 1s));
}

TEST_CASE("A link carries a tag until the last datagram that has it came out, was lost, or found no room") {
  DatagramLink link(marking_link(std::nullopt), t0);
  CHECK_FALSE(link.carries(7));
  link.send(std::vector<std::uint8_t>(972), bytes(28), 7, t0);
  link.send(std::vector<std::uint8_t>(972), bytes(28), 8, t0);
  CHECK(link.carries(7));
  CHECK(link.carries(8));
  REQUIRE(link.poll(t0 + 1s));
  CHECK(link.carries(7));  // what was given out is still read
  REQUIRE(link.poll(t0 + 1s));
  CHECK_FALSE(link.carries(7));
  CHECK(link.carries(8));
  REQUIRE_FALSE(link.poll(t0 + 1s));
  CHECK_FALSE(link.carries(8));
  link.link().set_loss(IndependentLoss{1}, t0 + 1s);
  link.send(std::vector<std::uint8_t>(972), bytes(28), 9, t0 + 1s);
  CHECK(link.carries(9));
  REQUIRE_FALSE(link.poll(t0 + 2s));
  CHECK_FALSE(link.carries(9));
  while (link.send(std::vector<std::uint8_t>(972), bytes(28), 10, t0 + 2s)) {
  }
  CHECK_FALSE(link.send(std::vector<std::uint8_t>(972), bytes(28), 11, t0 + 2s));
  CHECK_FALSE(link.carries(11));
}
