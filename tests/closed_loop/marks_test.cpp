#include <catch2/catch.hpp>

#include "sources.h"

namespace evenkeel::test {

// Of a link of 1 Mbit/s under 2 Mbit/s at most, which marks above 20 ms of queue.
TEST_CASE("Marks of the link come back in the packet results of a controller that asks for them, and of no other") {
  struct Row {
    const char* controller;
    std::uint8_t sent_as;
  };
  const auto row = GENERATE(values<Row>({{"nada", 2}, {"scream-v1", 2}, {"scream", 1}, {"ldcc", 0}, {"darc", 0}}));
  CAPTURE(row.controller);
  LinkConfig link = constant_link(megabits_per_second(1), 25ms, Duration(300ms));
  link.mark_above = 20ms;
  Simulation simulation(link, constant_link(DataRate::unlimited(), 25ms, Duration(1s)));
  FlowConfig config;
  config.controller = row.controller;
  config.limits.start = megabits_per_second(2);
  config.keep_packet_results = true;
  Flow& flow = simulation.add(config, greedy());
  simulation.run_until(5s);
  int unmarked = 0;
  int marked = 0;
  for (const PacketResult& r : flow.sender->take_packet_results()) {
    if (!r.received) continue;
    (r.ecn == 3 ? marked : unmarked) += 1;
    if (r.ecn != 3) REQUIRE(r.ecn == row.sent_as);
  }
  CHECK(unmarked > 0);
  CHECK((marked > 10) == (row.sent_as != 0));
  CHECK((marked == 0) == (row.sent_as == 0));
}

}  // namespace evenkeel::test
