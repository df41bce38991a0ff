#include "app/bench/frames/frame_pacing.h"

#include <memory>

#include "app/bench/frames/frame_call.h"
#include "app/bench/frames/frame_measure.h"
#include "app/bench/frames/frame_vp8_source.h"
#include "app/lab/closed_loop/synthetic_encoder.h"

namespace evenkeel::bench {
namespace {

constexpr LocalTime start_time{1h};
constexpr Duration run_out = 1s;  // for the last frames to arrive

void run_synthetic(const FramePacingCase& plan, std::uint64_t seed, FrameMeasure& measure) {
  SyntheticEncoderConfig config;
  config.seed = seed;
  config.start = start_time;
  SyntheticEncoder source(config);
  FrameCall call(plan, source, start_time);
  call.run_until(start_time + plan.warm_up + plan.duration + run_out);
  measure.add(call, start_time + plan.warm_up, 0);
}

void run_vp8(const FramePacingCase& plan, FrameMeasure& measure) {
  Vp8FrameSource source(start_time);
  FrameCall call(plan, source, start_time);
  call.run_until(start_time + plan.warm_up + plan.duration + run_out);
  measure.add(call, start_time + plan.warm_up, source.frames_skipped());
}

}  // namespace

double FramePacingResult::frames_unusable() const {
  return frames_sent > 0 ? static_cast<double>(frames_lost + frames_stuck) / static_cast<double>(frames_sent) : 0;
}

FramePacingResult run_frame_pacing(const FramePacingCase& plan) {
  FrameMeasure measure(plan);
  if (plan.codec == FrameCodec::vp8) {
    run_vp8(plan, measure);
  } else {
    for (int seed = 1; seed <= plan.seeds; ++seed) run_synthetic(plan, static_cast<std::uint64_t>(seed), measure);
  }
  return measure.result();
}

std::vector<FramePacingResult> run_frame_pacing(const std::vector<FramePacingCase>& cases,
                                                const std::function<void(double)>& progress,
                                                const std::function<bool()>& stop) {
  std::vector<FramePacingResult> results;
  for (const FramePacingCase& plan : cases) {
    if (stop && stop()) break;
    results.push_back(run_frame_pacing(plan));
    if (progress) progress(static_cast<double>(results.size()) / static_cast<double>(cases.size()));
  }
  return results;
}

}  // namespace evenkeel::bench
