#include "app/lab/sim/network/media_source.h"

#include <algorithm>

#include "app/lab/closed_loop/greedy_encoder.h"
#include "app/lab/closed_loop/synthetic_encoder.h"

namespace evenkeel::sim {
namespace {

std::unique_ptr<FrameSource> greedy(const lab::MediaPlan& plan, LocalTime start) {
  GreedyEncoderConfig config;
  config.target = plan.limits.start;
  config.unit = plan.packet - media_headers;
  config.start = start;
  return std::make_unique<GreedyEncoder>(config);
}

std::unique_ptr<FrameSource> video(const lab::MediaPlan& plan, LocalTime start, std::uint64_t seed) {
  SyntheticEncoderConfig config;
  config.target = plan.limits.start;
  config.frames_per_second = plan.frames_per_second;
  config.max_rate = std::min(plan.most_media, config.max_rate);
  config.min_rate = std::min(config.min_rate, config.max_rate);
  config.reaction = plan.encoder_reaction;
  config.seed = seed;
  config.start = start;
  return std::make_unique<SyntheticEncoder>(config);
}

}  // namespace

std::unique_ptr<FrameSource> make_media_source(const lab::MediaPlan& plan, LocalTime start, std::uint64_t seed) {
  return plan.source == lab::MediaPlan::Source::video ? video(plan, start, seed) : greedy(plan, start);
}

}  // namespace evenkeel::sim
