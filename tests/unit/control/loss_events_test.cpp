#include "core/control/loss_events.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

using namespace evenkeel;

namespace {

constexpr Duration rtt = 100ms;

/// Packets 10 ms apart, 50 ms on their way; some of them lost. Whatever is set counts from then on.
struct Packets {
  LossEvents events;
  std::vector<PacketResult> results;
  Duration sending_interval = 10ms;
  Duration arrival_interval = 10ms;
  bool tells_arrival = true;
  LocalTime sent{5s};
  RemoteTime arrival{77s};
  std::int64_t sequence = 0;

  void add(bool received) {
    results.push_back({sequence++, bytes(1000), sent, received, std::nullopt, std::nullopt});
    if (received && tells_arrival) results.back().arrival = arrival;
    sent += sending_interval;
    arrival += arrival_interval;
  }
  /// Until, but not including, that sequence number; those named are lost.
  void until(std::int64_t end, std::initializer_list<std::int64_t> lost = {}) {
    while (sequence < end) add(std::find(lost.begin(), lost.end(), sequence) == lost.end());
  }
  /// The first packets of the events found, in one report.
  std::vector<std::int64_t> found() {
    std::vector<std::int64_t> starts;
    events.on_report(results);
    for (const PacketResult& r : results) {
      if (!r.received && events.begins_event(r, rtt)) starts.push_back(r.sequence);
    }
    results.clear();
    return starts;
  }
};

using Starts = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("TFRC: losses within a round trip of the first one are one event") {
  struct Row {
    std::int64_t second;
    Starts starts;
  };
  const auto row = GENERATE(values<Row>({{21, {20}}, {25, {20}}, {30, {20}}, {31, {20, 31}}, {45, {20, 45}}}));
  Packets packets;
  packets.until(60, {20, row.second});
  CHECK(packets.found() == row.starts);
  CHECK(packets.events.start() == row.starts.back());
  CHECK(packets.events.highest() == 59);
  CHECK(packets.events.lowest() == 0);
}

TEST_CASE("TFRC: an event does not stretch from loss to loss") {
  Packets packets;
  packets.until(60, {20, 26, 30, 32, 36, 42, 43});
  CHECK(packets.found() == Starts{20, 32, 43});
}

TEST_CASE("TFRC: arrival decides, not sending") {
  const bool spread = GENERATE(true, false);
  Packets packets;
  packets.sending_interval = spread ? 2ms : 20ms;
  packets.arrival_interval = spread ? 20ms : 2ms;
  packets.until(60, {20, 30});  // 20 ms and 200 ms, or the other way round
  CHECK(packets.found() == (spread ? Starts{20, 30} : Starts{20}));
}

TEST_CASE("TFRC: the arrival of a burst's packets is interpolated") {
  Packets packets;
  packets.until(20);
  packets.arrival_interval = 80ms;
  packets.until(24, {20, 21, 22, 23});  // 66, 132, 198, 264 ms after packet 19
  packets.arrival_interval = 10ms;
  packets.until(40);
  CHECK(packets.found() == Starts{20, 22});
}

TEST_CASE("TFRC: a loss in a later report, or a late one, is judged alike") {
  Packets packets;
  packets.until(30, {20, 25});
  std::vector<PacketResult> late{packets.results[20]};
  packets.results.erase(packets.results.begin() + 20);
  CHECK(packets.found() == Starts{25});
  packets.results = late;
  CHECK(packets.found() == Starts{});  // before the start of the last event: part of it
  packets.until(40, {36});
  CHECK(packets.found() == Starts{36});
}

TEST_CASE("TFRC: without arrival times the times of sending decide") {
  Packets packets;
  packets.tells_arrival = false;
  packets.until(60, {20, 30, 31});
  CHECK(packets.found() == Starts{20, 31});
}

TEST_CASE("TFRC: a burst longer than the search for a neighbour ends in events, not in a long search") {
  Packets packets;
  packets.until(20);
  while (packets.sequence < 5020) packets.add(false);
  packets.until(5040);
  const Starts starts = packets.found();
  CHECK(starts.size() > 100);
  CHECK(starts.size() < 1000);
  CHECK(starts.front() == 20);
}

TEST_CASE("TFRC: a peer's clock that is set back does not join all losses") {
  Packets packets;
  packets.until(30, {20});
  CHECK(packets.found() == Starts{20});
  packets.arrival -= 1h;
  packets.until(120, {35, 100});
  CHECK(packets.found() == Starts{100});
}

TEST_CASE("TFRC: gaps in what is reported, and a new start") {
  Packets packets;
  packets.until(10);
  packets.sequence += 20'000;  // unknown
  packets.until(20'060, {20'040});
  CHECK(packets.found() == Starts{20'040});
  packets.events.reset();
  CHECK_FALSE(packets.events.start());
  CHECK_FALSE(packets.events.highest());
  packets.until(20'070, {20'061});
  CHECK(packets.found() == Starts{20'061});
}

TEST_CASE("TFRC: an event whose losses all came late was none") {
  Packets packets;
  packets.until(100, {20, 25, 60, 90});
  const auto results = packets.results;
  CHECK(packets.found() == Starts{20, 60, 90});
  const auto late = [&](std::size_t i) {
    PacketResult result = results[i];
    result.received = result.late = true;
    return packets.events.take_back(result);
  };
  CHECK_FALSE(late(20));  // one of two
  CHECK(late(60) == 1);
  CHECK_FALSE(late(5));  // nothing began before it
  CHECK(packets.events.start() == 90);
  CHECK(late(90) == 0);
  CHECK(packets.events.start() == 20);
  CHECK(late(25) == 0);
  CHECK_FALSE(packets.events.start());
}

TEST_CASE("TFRC: a loss that is reported after those behind it is taken back from the event that it counted in") {
  Packets packets;
  packets.until(100, {20, 50, 60});
  const PacketResult told_late = packets.results[50];
  packets.results.erase(packets.results.begin() + 50);
  const PacketResult last = packets.results[59];
  CHECK(packets.found() == Starts{20, 60});
  packets.results = {told_late};
  CHECK(packets.found() == Starts{});
  CHECK_FALSE(packets.events.take_back(told_late));  // one of two, and of the last event
  CHECK(packets.events.take_back(last) == 0);
  CHECK(packets.events.start() == 20);
}
