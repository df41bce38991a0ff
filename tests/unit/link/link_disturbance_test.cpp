// Loss, jitter and live changes.

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/unit/link/link_fixture.h"

using namespace evenkeel;

namespace {

using Times = std::vector<Duration>;

}  // namespace

TEST_CASE("lost packets use capacity and are given out as lost, in their place") {
  auto config = link_of(megabits_per_second(1), 10ms);
  config.loss = IndependentLoss{0.2};
  Link link(config, kLinkStart);
  push(link, bytes(1000), 0ms, 10'000);
  int lost = 0;
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    auto delivery = link.poll(kLinkStart + 1h);
    REQUIRE(delivery);
    CHECK(delivery->packet.slot == i);
    CHECK(delivery->at == kLinkStart + 10ms + (i + 1) * 8ms);
    lost += delivery->lost;
    CHECK(link.state(kLinkStart + 1h).lost == static_cast<std::uint64_t>(lost));
  }
  CHECK(lost == Approx(2000).epsilon(0.05));
}

TEST_CASE("jitter has the mean and the bounds of its distribution") {
  auto config = link_of(megabits_per_second(100), 30ms);
  config.jitter_sigma = 5ms;
  Link link(config, kLinkStart);
  double sum = 0;
  const int count = 100'000;
  for (int i = 0; i < count; ++i) {
    auto sent = i * 50ms;  // too far apart to meet
    push(link, bytes(1250), sent);
    auto jitter = deliveries_by(link, sent + 20ms + 30ms).at(0) - sent - 100us - 30ms;
    CHECK(jitter >= 0ms);
    CHECK(jitter <= 15ms);
    sum += to_milliseconds(jitter);
  }
  // E|N| cut at 3 sigma.
  double mean = 5 * (std::sqrt(2 / M_PI) * (1 - std::exp(-4.5)) + 3 * std::erfc(3 / std::sqrt(2)));
  CHECK(mean == Approx(3.986).epsilon(0.001));
  CHECK(sum / count == Approx(mean).epsilon(0.01));
}

TEST_CASE("jitter reorders nothing") {
  auto config = link_of(megabits_per_second(10), 30ms);
  config.jitter_sigma = 5ms;
  Link link(config, kLinkStart);
  push(link, bytes(1000), 0ms, 10'000);
  LocalTime last = kLinkStart;
  std::size_t moved = 0;
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    auto delivery = link.poll(kLinkStart + 1h);
    REQUIRE(delivery);
    CHECK(delivery->packet.slot == i);
    CHECK(delivery->at >= last);
    auto served = kLinkStart + (i + 1) * 800us;
    CHECK(delivery->at >= served + 30ms);
    CHECK(delivery->at <= served + 45ms);
    moved += delivery->at > served + 30ms;
    last = delivery->at;
  }
  CHECK(moved > 9000);
}

TEST_CASE("jitter and loss do not disturb each other") {
  auto config = link_of(megabits_per_second(10));
  config.loss = IndependentLoss{0.1};
  auto losses = [](const LinkConfig& c) {
    Link link(c, kLinkStart);
    push(link, bytes(1000), 0ms, 500);
    std::vector<std::uint32_t> lost;
    while (auto delivery = link.poll(kLinkStart + 1h)) {
      if (delivery->lost) lost.push_back(delivery->packet.slot);
    }
    return lost;
  };
  auto without = losses(config);
  config.jitter_sigma = 5ms;
  CHECK(losses(config) == without);
  config.seed = 2;
  CHECK(losses(config) != without);
}

TEST_CASE("a new capacity finds what is served of a packet still served") {
  Link link(link_of(megabits_per_second(1)), kLinkStart);
  push(link, bytes(1000), 0ms, 2);
  link.set_capacity(Capacity::constant(megabits_per_second(4)), kLinkStart + 4ms);
  CHECK(link.next_wake() == kLinkStart + 5ms);
  CHECK(link.state(kLinkStart + 4ms).queue == bytes(1500));
  CHECK(deliveries_by(link, 1s) == Times{5ms, 7ms});
}

TEST_CASE("the times of a new capacity count from its beginning") {
  Link link(link_of(megabits_per_second(1)), kLinkStart);
  link.set_capacity(Capacity::trace(MahimahiTrace({10, 30})), kLinkStart + 1s);
  push(link, bytes(1500), 1s, 2);
  CHECK(deliveries_by(link, 2s) == Times{1010ms, 1030ms});
}

TEST_CASE("capacity may go to zero and come back") {
  Link link(link_of(megabits_per_second(1)), kLinkStart);
  push(link, bytes(1000), 0ms);
  link.set_capacity(Capacity::constant(DataRate()), kLinkStart + 3ms);
  CHECK_FALSE(link.next_wake());
  link.set_capacity(Capacity::constant(megabits_per_second(1)), kLinkStart + 1003ms);
  CHECK(link.next_wake() == kLinkStart + 1008ms);
  CHECK(deliveries_by(link, 2s) == Times{1008ms});
}

TEST_CASE("a change of capacity on and on does not wear a packet out") {
  Link link(link_of(megabits_per_second(1)), kLinkStart);
  push(link, bytes(1000), 0ms, 3);
  for (auto t = Duration(0ms); t < 24ms; t += 10us) {
    link.set_capacity(Capacity::constant(megabits_per_second(1)), kLinkStart + t);
  }
  auto seen = deliveries_by(link, 1s);
  REQUIRE(seen.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(to_milliseconds(seen[i]) == Approx(8.0 * static_cast<double>(i + 1)));
}

TEST_CASE("a shorter delay lets none overtake") {
  Link link(link_of(megabits_per_second(1), 100ms), kLinkStart);
  push(link, bytes(1000), 0ms, 4);
  link.set_delay(20ms, kLinkStart + 10ms);  // one packet is on the way, three are not
  CHECK(deliveries_by(link, 1s) == Times{108ms, 108ms, 108ms, 108ms});
  push(link, bytes(1000), 1s);
  CHECK(deliveries_by(link, 2s) == Times{1028ms});
  link.set_delay(200ms, kLinkStart + 2s);
  push(link, bytes(1000), 2s);
  CHECK(deliveries_by(link, 3s) == Times{2208ms});
  link.set_delay(-5ms, kLinkStart + 3s);
  push(link, bytes(1000), 3s);
  CHECK(deliveries_by(link, 4s) == Times{3008ms});
}

TEST_CASE("buffer, loss and jitter may change") {
  Link link(link_of(megabits_per_second(1)), kLinkStart);
  CHECK(push(link, bytes(1000), 0ms, 50) == 50);
  link.set_buffer(bytes(10'000), kLinkStart);
  CHECK(push(link, bytes(1000), 0ms) == 0);
  CHECK(push(link, bytes(1000), 328ms, 5) == 1);
  link.set_loss(IndependentLoss{1}, kLinkStart + 1s);
  push(link, bytes(1000), 1s);
  link.set_loss(NoLoss{}, kLinkStart + 2s);
  link.set_jitter(5ms, kLinkStart + 2s);
  push(link, bytes(1000), 2s);
  int lost = 0;
  LocalTime last;
  while (auto delivery = link.poll(kLinkStart + 1h)) lost += delivery->lost, last = delivery->at;
  CHECK(lost == 1);
  CHECK(last > kLinkStart + 2008ms);
}
