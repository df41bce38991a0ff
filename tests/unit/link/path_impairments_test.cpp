// What real paths do besides loss and jitter: reordering, duplicates, delay dips, a small MTU, a NAT that forgets.

#include <catch2/catch.hpp>
#include <set>

#include "core/link/datagram_link.h"
#include "tests/unit/link/link_fixture.h"

using namespace evenkeel;

namespace {

struct Out {
  std::vector<std::uint32_t> slots;
  std::vector<Duration> at;
};

Out all_of(Link& link) {
  Out out;
  while (const auto delivery = link.poll(kLinkStart + 1h)) {
    if (delivery->lost) continue;
    out.slots.push_back(delivery->packet.slot);
    out.at.push_back(delivery->at - kLinkStart);
  }
  return out;
}

/// One packet of 1000 bytes each millisecond.
void push_each_ms(Link& link, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) link.push({bytes(1000), i}, kLinkStart + i * 1ms);
}

}  // namespace

TEST_CASE("Scattered packets overtake one another and lose no time beyond the scatter") {
  auto config = link_of(megabits_per_second(100), 30ms);
  config.reordering.scatter = 20ms;
  Link link(config, kLinkStart);
  push_each_ms(link, 10'000);
  const Out out = all_of(link);
  REQUIRE(out.slots.size() == 10'000);
  int overtaken = 0;
  double sum = 0;
  std::uint32_t newest = 0;
  for (std::size_t i = 0; i < out.slots.size(); ++i) {
    const Duration delay = out.at[i] - out.slots[i] * 1ms - 80us;
    CHECK(delay >= 30ms);
    CHECK(delay < 50ms);
    sum += to_milliseconds(delay);
    if (out.slots[i] < newest) ++overtaken;
    newest = std::max(newest, out.slots[i]);
    if (i > 0) CHECK(out.at[i] >= out.at[i - 1]);
  }
  CHECK(overtaken > 5000);
  CHECK(sum / 10'000 == Approx(40).epsilon(0.01));
}

TEST_CASE("Late packets come behind those that were sent after them") {
  auto config = link_of(megabits_per_second(100), 30ms);
  config.reordering = {0ms, 0.1, 15ms};
  Link link(config, kLinkStart);
  push_each_ms(link, 10'000);
  const Out out = all_of(link);
  int late = 0;
  for (std::size_t i = 0; i < out.slots.size(); ++i) {
    const Duration delay = out.at[i] - out.slots[i] * 1ms - 80us;
    late += delay == 45ms;
    CHECK((delay == 30ms || delay == 45ms));
  }
  CHECK(late == Approx(1000).epsilon(0.1));
}

TEST_CASE("A link that reorders wakes in time for every packet, also for one that overtakes the head of the queue") {
  auto config = link_of(megabits_per_second(10), 30ms);
  config.reordering = {20ms, 0.1, 15ms};
  Link link(config, kLinkStart);
  evenkeel::push(link, bytes(1000), 0ms, 2000);
  int came = 0;
  while (const auto wake = link.next_wake()) {
    while (const auto delivery = link.poll(*wake)) {
      REQUIRE(delivery->at == *wake);
      ++came;
    }
  }
  CHECK(came == 2000);
}

TEST_CASE("Duplicates come twice, and their slot is free after the second") {
  auto config = link_of(megabits_per_second(100), 30ms);
  config.duplicates = 0.2;
  config.reordering.scatter = 5ms;
  config.loss = IndependentLoss{0.1};
  Link link(config, kLinkStart);
  push_each_ms(link, 10'000);
  std::set<std::uint32_t> free;
  int twice = 0;
  while (const auto delivery = link.poll(kLinkStart + 1h)) {
    CHECK(free.count(delivery->packet.slot) == 0);
    if (delivery->last) free.insert(delivery->packet.slot);
    twice += !delivery->last;
  }
  CHECK(free.size() == 10'000);
  CHECK(twice == Approx(1800).epsilon(0.1));
}

TEST_CASE("A datagram that comes twice is whole both times") {
  LinkConfig config;
  config.duplicates = 1;
  config.reordering.scatter = 5ms;
  DatagramLink link(config, kLinkStart);
  for (std::uint8_t i = 0; i < 50; ++i) {
    link.send(std::vector<std::uint8_t>(100, i), bytes(28), i, kLinkStart + i * 1ms);
  }
  std::array<int, 50> came{};
  while (const auto arrival = link.poll(kLinkStart + 1s)) {
    ++came[arrival->tag];
    CHECK(arrival->datagram.size() == 100);
    CHECK(arrival->datagram[0] == arrival->tag);
  }
  CHECK(std::ranges::count(came, 2) == 50);
  for (std::uint32_t i = 0; i < 50; ++i) CHECK_FALSE(link.carries(i));
}

TEST_CASE("A delay dips for a moment at each interval, and its packets overtake none") {
  auto config = link_of(megabits_per_second(100), 25ms);
  config.dips = {1s, 30ms, 12ms};
  Link link(config, kLinkStart);
  push_each_ms(link, 2500);
  const Out out = all_of(link);
  REQUIRE(out.slots.size() == 2500);
  for (std::uint32_t i = 0; i < 2500; ++i) {
    REQUIRE(out.slots[i] == i);
    const Duration delay = out.at[i] - i * 1ms - 80us;
    const auto into = i % 1000;
    if (i < 1000 || into >= 30) CHECK(delay == 25ms);
    if (i >= 1000 && into >= 13 && into < 30) CHECK(delay == 12ms);
    if (i >= 1000 && into < 13) CHECK((delay <= 25ms && delay >= 12ms));
  }
}

TEST_CASE("Packets above the MTU are lost, others are not") {
  auto config = link_of(megabits_per_second(100), 25ms);
  config.mtu = bytes(1130);
  Link link(config, kLinkStart);
  for (std::uint32_t i = 0; i < 100; ++i) link.push({bytes(1081 + i), i}, kLinkStart);
  const Out out = all_of(link);
  REQUIRE(out.slots.size() == 50);
  CHECK(out.slots.back() == 49);
  CHECK(link.state(kLinkStart + 1h).lost == 50);
}

TEST_CASE("Reordering and duplicates leave loss and jitter as they are") {
  auto config = link_of(megabits_per_second(10));
  config.loss = IndependentLoss{0.1};
  config.jitter_sigma = 5ms;
  const auto lost_of = [](const LinkConfig& c) {
    Link link(c, kLinkStart);
    evenkeel::push(link, bytes(1000), 0ms, 500);
    std::set<std::uint32_t> lost;
    while (const auto delivery = link.poll(kLinkStart + 1h)) {
      if (delivery->lost) lost.insert(delivery->packet.slot);
    }
    return lost;
  };
  const auto without = lost_of(config);
  config.reordering = {20ms, 0.1, 10ms};
  config.duplicates = 0.3;
  CHECK(lost_of(config) == without);
}

TEST_CASE("A NAT gives the flow another mapping at each interval, and when it is asked to") {
  LinkConfig config;
  config.propagation_delay = 20ms;
  config.rebind_every = 1s;
  DatagramLink link(config, kLinkStart);
  const auto mapping_of = [&](Duration sent) {
    link.send(std::vector<std::uint8_t>(100), bytes(28), 0, kLinkStart + sent);
    return link.poll(kLinkStart + sent + 20ms)->mapping;
  };
  CHECK(mapping_of(0s) == 0);
  CHECK(mapping_of(979ms) == 0);
  CHECK(mapping_of(1s) == 1);
  link.rebind();
  CHECK(mapping_of(1500ms) == 2);
  CHECK(mapping_of(2s) == 3);
}

TEST_CASE("Each mapping of a NAT shows another port of the same address") {
  Endpoint inside;
  inside.address[15] = 7;
  inside.port = 65'000;
  CHECK(mapped(inside, 0) == inside);
  std::set<std::uint16_t> ports;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const Endpoint outside = mapped(inside, i);
    CHECK(outside.same_host(inside));
    CHECK(outside.port >= 1024);
    ports.insert(outside.port);
  }
  CHECK(ports.size() == 1000);
}
