#include "core/link/link.h"

#include <catch2/catch.hpp>
#include <random>

#include "tests/unit/link/link_fixture.h"

using namespace evenkeel;

namespace {

using Times = std::vector<Duration>;

}  // namespace

TEST_CASE("packets are served one after the other and then travel") {
  Link link(link_of(megabits_per_second(1), 50ms), kLinkStart);
  push(link, bytes(1000), 0ms, 2);
  push(link, bytes(500), 3ms);
  push(link, bytes(1000), 30ms);
  CHECK(link.next_wake() == kLinkStart + 58ms);
  CHECK(deliveries_by(link, 57ms).empty());
  CHECK(deliveries_by(link, 1s) == Times{58ms, 66ms, 70ms, 88ms});
  CHECK_FALSE(link.next_wake());
}

TEST_CASE("packets come out as they went in") {
  Link link(link_of(megabits_per_second(1)), kLinkStart);
  for (std::uint32_t i = 0; i < 300; ++i) link.push({bytes(100 + i), i}, kLinkStart);
  for (std::uint32_t i = 0; i < 300; ++i) {
    auto delivery = link.poll(kLinkStart + 1h);
    REQUIRE(delivery);
    CHECK(delivery->packet.slot == i);
    CHECK(delivery->packet.size == bytes(100 + i));
    CHECK_FALSE(delivery->lost);
  }
  CHECK_FALSE(link.poll(kLinkStart + 1h));
}

TEST_CASE("a million packets at an odd rate end when their sum does") {
  auto rate = bits_per_second(7'654'321);
  Link link(link_of(rate), kLinkStart);
  const int count = 1'000'000;
  push(link, bytes(1200), 0ms, count);
  Duration last{};
  while (auto delivery = link.poll(kLinkStart + 1h)) last = delivery->at - kLinkStart;
  CHECK(std::abs((last - from_seconds(count * 9600.0 / rate.bps())).count()) <= 1);
}

TEST_CASE("when and how often it is polled changes no delivery time") {
  auto capacity =
      GENERATE(Capacity::constant(kilobits_per_second(1333)),
               Capacity::schedule({{0s, megabits_per_second(2)}, {700ms, DataRate()}, {1s, megabits_per_second(1)}}),
               Capacity::trace(MahimahiTrace({3, 4, 4, 20, 31, 50})));
  auto config = link_of(capacity, 20ms);
  config.buffer = 200ms;
  config.jitter_sigma = 5ms;
  config.loss = IndependentLoss{0.1};
  auto run = [&](unsigned poll_seed) {
    Link link(config, kLinkStart);
    std::mt19937_64 traffic(1);
    std::mt19937_64 polls(poll_seed);
    std::vector<std::tuple<Duration, std::uint32_t, bool>> log;
    auto collect = [&](LocalTime now) {
      while (auto d = link.poll(now)) log.emplace_back(d->at - kLinkStart, d->packet.slot, d->lost);
    };
    auto now = kLinkStart;
    for (std::uint32_t i = 0; i < 2000; ++i) {
      auto next = now + std::chrono::microseconds(traffic() % 6000);
      for (auto polls_left = polls() % 4 * poll_seed; polls_left > 0; --polls_left) {
        collect(now + Duration(static_cast<Duration::rep>(polls() % 1000) * (next - now).count() / 1000));
        link.state(next);
      }
      now = next;
      auto size = bytes(static_cast<std::int64_t>(100 + traffic() % 1300));
      if (!link.push({size, i}, now)) log.emplace_back(now - kLinkStart, i, false);
    }
    collect(now + 1h);
    std::sort(log.begin(), log.end());
    return log;
  };
  auto never = run(0);
  CHECK(never.size() == 2000);
  for (unsigned seed = 1; seed < 6; ++seed) CHECK(run(seed) == never);
}

TEST_CASE("next_wake is the time of the next delivery, to the nanosecond") {
  auto config = link_of(bits_per_second(1'234'567), 5ms);
  config.jitter_sigma = 3ms;
  Link link(config, kLinkStart);
  push(link, bytes(777), 0ms, 50);
  auto last = kLinkStart;
  for (int i = 0; i < 50; ++i) {
    auto wake = link.next_wake();
    REQUIRE(wake);
    if (*wake > last) CHECK_FALSE(link.poll(*wake - 1ns));
    auto delivery = link.poll(*wake);
    REQUIRE(delivery);
    CHECK(delivery->at == *wake);
    last = *wake;
  }
}

TEST_CASE("a schedule may change in the middle of a packet") {
  auto capacity = Capacity::schedule({{0s, megabits_per_second(1)}, {4ms, megabits_per_second(4)}, {1s, DataRate()}});
  Link link(link_of(capacity), kLinkStart);
  push(link, bytes(1000), 0ms, 2);
  CHECK(deliveries_by(link, 900ms) == Times{5ms, 7ms});
  push(link, bytes(1000), 999ms);
  CHECK_FALSE(link.next_wake());
  CHECK(deliveries_by(link, 1h).empty());
}

TEST_CASE("a buffer in time holds what the capacity of the moment passes in it") {
  auto config = link_of(Capacity::schedule({{0s, megabits_per_second(1)}, {10s, megabits_per_second(2)}}));
  config.buffer = 300ms;
  Link link(config, kLinkStart);
  CHECK(push(link, bytes(1000), 0ms, 100) == 37);  // 37,500 bytes
  CHECK(link.state(kLinkStart).queue == bytes(37'000));
  CHECK(link.state(kLinkStart).queue_delay == 296ms);
  CHECK(link.state(kLinkStart).dropped == 63);
  CHECK(push(link, bytes(500), 0ms, 2) == 1);  // fits exactly
  CHECK(push(link, bytes(1000), 8ms, 2) == 1);
  CHECK(deliveries_by(link, 9s).back() == 308ms);
  CHECK(push(link, bytes(1000), 10s, 100) == 75);
}

TEST_CASE("a packet that fits when another leaves is taken at that very nanosecond") {
  auto config = link_of(bits_per_second(GENERATE(7'654'321.0, 987'654'321.0)));
  config.buffer = bytes(10'000);
  Link link(config, kLinkStart);
  push(link, bytes(1000), 0ms, 10);
  for (int i = 0; i < 1000; ++i) {
    auto leaves = *link.next_wake() - kLinkStart;
    CHECK(push(link, bytes(1000), leaves - 1us) == 0);
    CHECK(push(link, bytes(1000), leaves) == 1);
    deliveries_by(link, leaves);
  }
}

TEST_CASE("a buffer in bytes does not") {
  auto config = link_of(Capacity::schedule({{0s, megabits_per_second(1)}, {10s, megabits_per_second(2)}}));
  config.buffer = bytes(25'000);
  Link link(config, kLinkStart);
  CHECK(push(link, bytes(1000), 0ms, 100) == 25);
  CHECK(push(link, bytes(1000), 10s, 100) == 25);
}

TEST_CASE("an empty link takes any packet, whatever its buffer") {
  auto config = link_of(megabits_per_second(1));
  config.buffer = GENERATE(BufferLimit(bytes(0)), BufferLimit(Duration(0ms)), BufferLimit(Duration(-1ms)));
  Link link(config, kLinkStart);
  CHECK(push(link, bytes(1000), 0ms, 5) == 1);
  CHECK(push(link, bytes(1000), 7999us) == 0);
  CHECK(push(link, bytes(1000), 8ms) == 1);
}

TEST_CASE("the state is that of any moment, without a poll") {
  Link link(link_of(megabits_per_second(1), 50ms), kLinkStart);
  push(link, bytes(1000), 0ms, 10);
  CHECK(link.state(kLinkStart + 4ms).queue == bytes(9500));
  CHECK(link.state(kLinkStart + 4ms).queue_delay == 76ms);
  CHECK(link.state(kLinkStart + 79999us).queue == bytes(1));
  CHECK(link.state(kLinkStart + 80ms).queue == bytes(0));
  CHECK(link.state(kLinkStart + 80ms).queue_delay == 0ms);
  CHECK(link.state(kLinkStart + 1h).capacity == megabits_per_second(1));
  Link dead(link_of(DataRate()), kLinkStart);
  push(dead, bytes(1000), 0ms);
  CHECK(dead.state(kLinkStart).queue_delay == 1h);
}

TEST_CASE("a link without a limit passes everything at once") {
  Link link(LinkConfig{}, kLinkStart);
  CHECK(push(link, bytes(1500), 1ms, 10'000) == 10'000);
  auto times = deliveries_by(link, 1ms);
  CHECK(times.size() == 10'000);
  CHECK(times.back() == 1ms);
}

TEST_CASE("a time before the latest one counts as the latest") {
  Link link(link_of(megabits_per_second(1)), kLinkStart);
  link.poll(kLinkStart + 10ms);
  push(link, bytes(1000), 3ms);
  CHECK(deliveries_by(link, 3ms).empty());
  CHECK(link.state(kLinkStart).queue == bytes(1000));
  CHECK(deliveries_by(link, 1s) == Times{18ms});
  Link early(link_of(megabits_per_second(1)), kLinkStart);
  push(early, bytes(1000), -3ms);
  CHECK(deliveries_by(early, 1s) == Times{8ms});
}
