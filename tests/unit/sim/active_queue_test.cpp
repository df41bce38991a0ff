#include <catch2/catch.hpp>

#include "recording.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Kind = lab::QueuePlan::Kind;

Recording tcp_through(lab::QueuePlan queue, Kind kind, std::uint64_t seed = 1) {
  queue.kind = kind;
  auto plan = dumbbell(link(megabits_per_second(5), 20ms, queue), 40s);
  network_of(plan).settling = 10s;
  add(plan, "tcp", lab::TcpPlan{});
  return run(plan, seed);
}

}  // namespace

TEST_CASE("active queue: each keeps a TCP flow's queue shorter than a drop tail does, and the link busy") {
  const auto limit = queue_of(lab::PacketCount{200});
  const double drop_tail = tcp_through(limit, Kind::drop_tail).of("tcp", "queueDelayP50");
  CHECK(drop_tail > 100);
  for (const Kind kind : {Kind::red, Kind::adaptive_red, Kind::codel, Kind::fq_codel}) {
    const auto seen = tcp_through(limit, kind);
    INFO(static_cast<int>(kind));
    REQUIRE(seen.error.empty());
    CHECK(seen.of("tcp", "queueDelayP50") < 0.5 * drop_tail);
    CHECK(seen.of("tcp", "packetsLost") > 0);
    CHECK(seen.of("tcp", "meanReceiveBitrate") > 0.8 * 5e6);
  }
}

TEST_CASE("active queue: CoDel holds the delay near its target of 5 ms") {
  CHECK(tcp_through(queue_of(lab::PacketCount{1000}), Kind::codel).of("tcp", "queueDelayP50") < 15);
}

TEST_CASE("active queue: RED's thresholds are the plan's") {
  auto queue = queue_of(lab::PacketCount{200});
  queue.min_threshold = 40;
  queue.max_threshold = 120;
  const double high = tcp_through(queue, Kind::red).of("tcp", "queueDelayP50");
  queue.min_threshold = 5;
  queue.max_threshold = 15;
  const double low = tcp_through(queue, Kind::red).of("tcp", "queueDelayP50");
  CHECK(high > 1.5 * low);
}

TEST_CASE("active queue: limits in bytes and time are accepted, and every packet has a fate") {
  for (const Kind kind : {Kind::red, Kind::adaptive_red, Kind::codel, Kind::fq_codel}) {
    for (const std::variant<lab::PacketCount, Duration, DataSize> limit :
         {std::variant<lab::PacketCount, Duration, DataSize>(bytes(30'000)),
          std::variant<lab::PacketCount, Duration, DataSize>(Duration(100ms))}) {
      auto queue = queue_of(limit);
      queue.kind = kind;
      auto plan = dumbbell(link(megabits_per_second(1), 20ms, queue), 20s);
      add(plan, "cbr", cbr(megabits_per_second(2)), {{0s, 10s}});
      const auto seen = run(plan);
      INFO(static_cast<int>(kind));
      CHECK(seen.of("cbr", "packetsLost") > 0);
      CHECK(seen.of("cbr", "packetsSent") == seen.of("cbr", "packetsArrived") + seen.of("cbr", "packetsLost"));
    }
  }
}

TEST_CASE("active queue: RED's chances come from the seed") {
  const auto limit = queue_of(lab::PacketCount{200});
  const auto first = tcp_through(limit, Kind::red, 1);
  const auto second = tcp_through(limit, Kind::red, 2);
  CHECK(first.text != second.text);
  CHECK(first.text == tcp_through(limit, Kind::red, 1).text);
}
