#include <catch2/catch.hpp>

#include "app/bench/frames/frame_vp8_source.h"
#include "app/lab/claims/statistics.h"
#include "sources.h"

namespace evenkeel::test {
namespace {

struct Outcome {
  double use = 0;           ///< of the link, from 6 s on
  double sender_queue = 0;  ///< ms, mean
  int skipped = 0;
};

/// 16 s with the encoder of a call on 50 ms each way; its scene changes twice.
Outcome call_over(DataRate capacity) {
  auto simulation = dumbbell(capacity, 50ms, Duration(300ms));
  FlowConfig config;
  config.controller = "darc";
  config.max_packet_size = 1172;
  config.delay_kind = DelayKind::estimated;
  auto source = std::make_unique<bench::Vp8FrameSource>(at(Duration::zero()));
  const auto& encoder = *source;
  const Flow& flow = simulation.add(config, std::move(source));
  simulation.run_until(16s);
  return {mean_of(column(flow, &Sample::receive_bitrate_bps, 6s, 16s)) / capacity.bps(),
          mean_of(column(flow, &Sample::pacer_queue_ms, 6s, 16s)), encoder.frames_skipped()};
}

}  // namespace

// What the stock in the sender is for, and what it costs: libvpx's frames differ little, and a drain is none of theirs.
TEST_CASE("darc fills a link with the VP8 encoder's frames and keeps few of them waiting") {
  const auto rate = GENERATE(megabits_per_second(0.6), megabits_per_second(1.2));
  CAPTURE(rate.kbps());
  const Outcome outcome = call_over(rate);
  CHECK(outcome.use > 0.97);
  CHECK(outcome.sender_queue < 60);
  CHECK(outcome.skipped <= 5);
}

}  // namespace evenkeel::test
