#include <catch2/catch.hpp>
#include <iostream>

#include "core/control/darc/darc.h"
#include "held_call.h"

namespace evenkeel::test {
namespace {

constexpr Duration still_from = 20s;
constexpr Duration still_to = 50s;

/// A picture that stands still for half a minute: 0.5 Mbit/s is all that it takes.
HeldSource::Config still(std::uint64_t seed) { return {kilobits_per_second(500), still_from, still_to, seed}; }

struct Outcome {
  double seconds = 0;        ///< once free, until a second's mean is 80 % of what it comes to
  double longest_queue = 0;  ///< ms, in the 10 s once free
  double queue_while_still = 0;
  double padding = 0;  ///< bytes
  double share = 0;    ///< of the bytes sent while still
  std::int64_t frames = 0;
  std::uint64_t key_frames_asked = 0;
  double lost = 0;
};

struct Fall {
  Duration time;
  DataRate rate;
};

Outcome call(double padding, DataRate rate, Duration jitter, std::uint64_t seed,
             std::optional<Fall> fall = std::nullopt) {
  HeldCall held(rate, jitter, still(seed));
  Simulation& simulation = held.simulation;
  const Flow& flow = held.flow;
  dynamic_cast<Darc&>(flow.sender->controller()).parameters().padding = padding;
  if (fall) {
    simulation.run_until(fall->time);
    simulation.bottleneck().set_capacity(Capacity::constant(fall->rate), simulation.now());
  }
  simulation.run_until(80s);

  Outcome outcome;
  outcome.seconds = held.seconds_until_back();
  outcome.longest_queue = held.longest_queue_once_free();
  outcome.queue_while_still = held.longest_queue(still_from + 2s, still_to);
  outcome.padding = flow.samples.back().padding_bytes_sent.value_or(0);
  outcome.share = outcome.padding / (mean_of(column(flow, &Sample::send_bitrate_bps, still_from, still_to)) * 30 / 8);
  outcome.frames = flow.frames_received;
  outcome.key_frames_asked = flow.receiver->key_frames_asked();
  outcome.lost = *flow.samples.back().packets_lost;
  return outcome;
}

// Jitter lengthens one train of some forty so much that it seems to have met a narrower link.
TEST_CASE("A picture that stood still moves at the link's rate at once where probes have kept it", "[darc]") {
  struct Row {
    double mbps;
    Duration jitter;
    int unlucky;  // calls of ten
  };
  const auto row = GENERATE(values<Row>({{6, 0ms, 0}, {9, 0ms, 0}, {9, 5ms, 1}, {15, 0ms, 0}, {15, 5ms, 1}}));
  int unlucky = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Outcome with = call(0.05, megabits_per_second(row.mbps), row.jitter, seed);
    const Outcome without = call(0, megabits_per_second(row.mbps), row.jitter, seed);
    CAPTURE(row.mbps, to_milliseconds(row.jitter), seed, without.seconds, with.seconds, with.longest_queue, with.share);
    CHECK(without.padding <= 3 * 1216);  // the path's packet size is probed at the start
    CHECK(without.seconds >= 1);
    if (with.seconds > 0.6) ++unlucky;
    CHECK(with.seconds <= 0.5 * without.seconds);
    CHECK(with.longest_queue <= without.longest_queue + 15);
    CHECK(with.queue_while_still <= 15);
    CHECK(with.share <= 0.06);  // a share of the media, and the burst that was saved up before
    CHECK(with.lost == 0);
    CHECK(with.key_frames_asked == without.key_frames_asked);
  }
  CHECK(unlucky <= row.unlucky);
}

TEST_CASE("Where pairs tell the rate of a slow link nothing is gained by probes, and little is lost", "[darc]") {
  const auto seed = GENERATE(as<std::uint64_t>{}, 1, 2);
  const Outcome with = call(0.05, megabits_per_second(2.5), 0ms, seed);
  const Outcome without = call(0, megabits_per_second(2.5), 0ms, seed);
  CAPTURE(seed, without.seconds, with.seconds, without.longest_queue, with.longest_queue, with.queue_while_still);
  CHECK(with.seconds <= without.seconds + 0.2);
  CHECK(with.longest_queue <= without.longest_queue + 5);
  CHECK(with.queue_while_still <= 30);  // half of 40 ms, and a frame
}

TEST_CASE("A probe finds out that the link has less than before", "[darc]") {
  // One burst at the old rate is the price: 20 packets at 8 Mbit/s leave 54 ms on 2.5 Mbit/s.
  const Outcome outcome = call(0.05, megabits_per_second(15), 0ms, 1, Fall{40s, megabits_per_second(2.5)});
  CHECK(outcome.queue_while_still <= 65);
  CHECK(outcome.longest_queue <= 30);
  CHECK(outcome.lost == 0);
}

// docs/darc.md has it, of seeds 1 to 3.
TEST_CASE("Table of still pictures, with and without probes", "[.][padding-table]") {
  for (const Duration jitter : {Duration(0ms), Duration(5ms)})
    for (const double mbps : {2.5, 6.0, 9.0, 15.0})
      for (const double padding : {0.0, 0.05}) {
        std::cout << mbps << " Mbit/s, jitter " << to_milliseconds(jitter) << " ms, padding " << padding << ":";
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
          const Outcome outcome = call(padding, megabits_per_second(mbps), jitter, seed);
          std::cout << "  80 % after " << outcome.seconds << " s, queue " << outcome.longest_queue
                    << " ms, while still " << outcome.queue_while_still << " ms;";
        }
        std::cout << "\n";
      }
}

}  // namespace
}  // namespace evenkeel::test
