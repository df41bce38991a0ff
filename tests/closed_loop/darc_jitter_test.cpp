#include <catch2/catch.hpp>
#include <cstdio>

#include "app/lab/claims/statistics.h"
#include "sources.h"

namespace evenkeel::test {
namespace {

struct Outcome {
  double use = 0, queue = 0;  // % of the link, from 20 s to 90 s; p95, ms
};

/// 50 ms each way, a buffer of 300 ms, and RFC 8868's jitter: a late packet holds up those behind it.
Outcome alone(const std::string& controller, double mbps, Duration jitter, std::uint64_t seed) {
  auto link = constant_link(megabits_per_second(mbps), 50ms, Duration(300ms));
  link.jitter_sigma = jitter;
  link.seed = seed;
  Simulation simulation{link, constant_link(DataRate::unlimited(), 50ms, Duration(1s))};
  FlowConfig config;
  config.controller = controller;
  config.max_packet_size = 1200;
  config.delay_kind = DelayKind::estimated;
  config.limits.maximum = megabits_per_second(20);
  config.seed = seed;
  Flow& flow = simulation.add(config, synthetic(megabits_per_second(100), seed));
  simulation.run_until(90s);
  const double received = mean_of(column(flow, &Sample::receive_bitrate_bps, 20s, 90s));
  return {received / (1e4 * mbps), percentile_of(column(flow, &Sample::link_queue_ms, 20s, 90s), 0.95)};
}

}  // namespace

// With J of packets in a row 62 and 45 % at the last two: at high rates these come right behind one another.
TEST_CASE("DARC uses a link whose jitter is longer than its queue", "[darc]") {
  struct Row {
    double mbps;
    Duration jitter;
  };
  const auto row = GENERATE(values<Row>({{1, 10ms}, {2.5, 15ms}, {6, 15ms}, {15, 10ms}}));
  const Outcome outcome = alone("darc", row.mbps, row.jitter, 1);
  CAPTURE(row.mbps, to_milliseconds(row.jitter), outcome.use, outcome.queue);
  CHECK(outcome.use >= 90);
  CHECK(outcome.queue <= 80);
}

// docs/darc.md has it.
TEST_CASE("Table of what is used of links with jitter", "[.][jitter-table]") {
  for (const char* controller : {"darc", "ldcc", "gcc", "scream"})
    for (const double mbps : {1.0, 2.5, 6.0, 15.0}) {
      std::printf("| %s | %g |", controller, mbps);
      for (const Duration jitter : {0ms, 5ms, 10ms, 15ms, 20ms, 30ms}) {
        Outcome mean;
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
          const Outcome outcome = alone(controller, mbps, jitter, seed);
          mean.use += outcome.use / 3;
          mean.queue += outcome.queue / 3;
        }
        std::printf(" %.0f %%, %.0f |", mean.use, mean.queue);
      }
      std::printf("\n");
    }
}

}  // namespace evenkeel::test
