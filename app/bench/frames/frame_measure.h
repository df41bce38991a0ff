#pragma once

#include <vector>

#include "app/bench/frames/frame_call.h"
#include "app/bench/frames/frame_pacing.h"

namespace evenkeel::bench {

/// Collects the measurements of one case's runs, each from `from` on for plan.duration.
class FrameMeasure {
 public:
  explicit FrameMeasure(const FramePacingCase& plan) { result_.plan = plan; }

  void add(const FrameCall& call, LocalTime from, int frames_skipped);
  FramePacingResult result() const;

 private:
  void add_frames(const FrameCall& call, LocalTime from);
  void add_packets(const FrameCall& call, LocalTime from);
  void add_moments(const FrameCall& call, LocalTime from);
  bool counts(LocalTime time, LocalTime from) const { return time >= from && time < from + result_.plan.duration; }

  FramePacingResult result_;
  int runs_ = 0;
  std::vector<double> frame_delays_;
  std::vector<double> pacer_waits_;
  std::vector<double> queues_seen_;
  std::vector<double> queues_;
  std::vector<double> targets_;
  std::vector<double> on_the_way_;
  double bytes_sent_ = 0;
  double bytes_received_ = 0;
  double moments_without_room_ = 0;
};

}  // namespace evenkeel::bench
