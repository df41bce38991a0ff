#include <catch2/catch.hpp>

#include "gcc_feed.h"

using namespace evenkeel;
using namespace evenkeel::gcc;
using namespace evenkeel::test;

namespace {

/// Each packet is told of when it has arrived.
struct Feed {
  PacketGroups groups;
  Duration told_after = 0ms;

  std::optional<GroupDelta> add(Duration sent, Duration arrival) {
    return groups.add(gcc_packet(sent, arrival), gcc_t0 + sent + told_after);
  }
};

}  // namespace

TEST_CASE("GCC groups are what leaves within 5 ms, compared by their last packets") {
  Feed feed;
  CHECK_FALSE(feed.add(0ms, 50ms));
  CHECK_FALSE(feed.add(2ms, 52ms));
  CHECK_FALSE(feed.add(5ms, 55ms));
  CHECK_FALSE(feed.add(6ms, 58ms));  // the first group is complete, and has none before it
  CHECK_FALSE(feed.add(8ms, 60ms));
  const auto second = feed.add(20ms, 75ms);
  REQUIRE(second);
  CHECK(second->sending == 3ms);   // 8 - 5
  CHECK(second->arriving == 5ms);  // 60 - 55
  CHECK(second->arrival == gcc_a0 + 60ms);
  CHECK(second->delay_ms() == Approx(2));
  const auto third = feed.add(30ms, 85ms);
  REQUIRE(third);
  CHECK(third->sending == 12ms);
  CHECK(third->arriving == 15ms);
}

TEST_CASE("GCC merges a burst: what catches up with the group belongs to it") {
  Feed feed;
  feed.add(0ms, 100ms);
  feed.add(10ms, 102ms);
  feed.add(20ms, 104ms);
  CHECK_FALSE(feed.add(40ms, 140ms));
  const auto delta = feed.add(60ms, 160ms);
  REQUIRE(delta);
  CHECK(delta->sending == 20ms);   // 40 - 20
  CHECK(delta->arriving == 36ms);  // 140 - 104
}

TEST_CASE("GCC bursts end before they span 100 ms") {
  Feed feed;
  int deltas = 0;
  for (int k = 0; k < 200; ++k) deltas += feed.add(k * 10ms, 1s + k * 4ms) ? 1 : 0;
  CHECK(deltas == 200 / 25 - 2);
}

TEST_CASE("GCC groups pass over lost packets, unknown arrivals and what comes behind its group") {
  PacketGroups groups;
  groups.add(gcc_packet(0ms, 50ms), gcc_t0);
  groups.add(gcc_packet(10ms, 60ms), gcc_t0);
  CHECK_FALSE(groups.add(gcc_packet(15ms, std::nullopt), gcc_t0));
  PacketResult timeless = gcc_packet(17ms, 67ms);
  timeless.arrival.reset();
  CHECK_FALSE(groups.add(timeless, gcc_t0));
  CHECK_FALSE(groups.add(gcc_packet(9ms, 61ms), gcc_t0));  // of the first group
  const auto delta = groups.add(gcc_packet(20ms, 70ms), gcc_t0);
  REQUIRE(delta);
  CHECK(delta->sending == 10ms);
  CHECK(delta->arriving == 10ms);
}

TEST_CASE("GCC groups begin afresh after three that arrived before their predecessors") {
  Feed feed;
  const int arrivals[] = {1100, 1110, 1120, 50, 60, 70, 80, 90, 100};  // ms
  std::vector<int> with_delta;
  for (int k = 0; k < 9; ++k) {
    if (const auto delta = feed.add(k * 10ms, std::chrono::milliseconds(arrivals[k]))) {
      with_delta.push_back(k);
      CHECK(delta->arriving == 10ms);
    }
  }
  CHECK(with_delta == std::vector{2, 3, 8});
}

TEST_CASE("GCC groups begin afresh where the arrivals leap and the reports do not") {
  const bool paused = GENERATE(false, true);
  PacketGroups groups;
  std::vector<Duration> arriving;
  for (int k = 0; k < 7; ++k) {
    const Duration leap = k < 3 ? 0s : 4s;
    const auto told = gcc_t0 + k * 10ms + (paused ? leap : Duration::zero());
    const auto delta =
        groups.add(gcc_packet(k * 10ms + (paused ? leap : Duration::zero()), 100ms + k * 10ms + leap), told);
    if (delta) arriving.push_back(delta->arriving);
  }
  CHECK(arriving ==
        (paused ? std::vector<Duration>{10ms, 10ms, 4010ms, 10ms, 10ms} : std::vector<Duration>{10ms, 10ms, 10ms}));
}
