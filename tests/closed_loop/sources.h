#pragma once

#include <memory>

#include "app/lab/closed_loop/greedy_encoder.h"
#include "app/lab/closed_loop/simulation.h"
#include "app/lab/closed_loop/synthetic_encoder.h"

namespace evenkeel::test {

using namespace closed_loop;

/// Always has more to send; with headers one frame unit makes one packet of the papers' 1000 bytes.
inline std::unique_ptr<FrameSource> greedy(Duration begin = Duration::zero()) {
  GreedyEncoderConfig config;
  config.unit = bytes(930);
  config.start = at(begin);
  return std::make_unique<GreedyEncoder>(config);
}

inline std::unique_ptr<FrameSource> synthetic(DataRate maximum = megabits_per_second(100), std::uint64_t seed = 1) {
  SyntheticEncoderConfig config;
  config.max_rate = maximum;
  config.seed = seed;
  config.start = at(Duration::zero());
  return std::make_unique<SyntheticEncoder>(config);
}

inline RateLimits paper_limits() {
  RateLimits limits;
  limits.start = kilobits_per_second(150);
  limits.minimum = kilobits_per_second(30);
  limits.maximum = megabits_per_second(50);
  return limits;
}

/// One bottleneck; the way back has the same delay and no limit.
inline Simulation dumbbell(DataRate rate, Duration delay, BufferLimit buffer) {
  return {constant_link(rate, delay, buffer), constant_link(DataRate::unlimited(), delay, Duration(1s))};
}

}  // namespace evenkeel::test
