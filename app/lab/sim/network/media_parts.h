#pragma once

#include <memory>
#include <string>

#include "app/lab/closed_loop/frame_source.h"
#include "app/lab/plan/flow_plan.h"
#include "core/pacing/pacer.h"

namespace evenkeel::sim {

/// Bytes of headers in an IP packet that carries part of a frame: IP, UDP, RTP with its capture time, VP8's payload
/// descriptor.
inline constexpr DataSize media_headers = bytes(20 + 8 + 12 + 16 + 4);

/// Makes the planned source, which begins at `start`. One frame unit of a greedy source fills one packet of the planned
/// size.
std::unique_ptr<FrameSource> make_media_source(const lab::MediaPlan& plan, LocalTime start, std::uint64_t seed);

struct MediaAlgorithms {
  std::unique_ptr<RateController> controller;
  std::unique_ptr<Pacer> send_loop;
  std::string error;  ///< one sentence, and the pointers are null; empty on success
};

/// Makes the plan's controller and send loop with its settings. Settings of other algorithms are checked and ignored,
/// so that one --set works for scenarios with several algorithms.
MediaAlgorithms make_media_algorithms(const lab::MediaPlan& plan);

}  // namespace evenkeel::sim
