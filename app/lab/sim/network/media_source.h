#pragma once

#include <memory>

#include "app/lab/closed_loop/frame_source.h"
#include "app/lab/plan/flow_plan.h"

namespace evenkeel::sim {

/// What of an IP packet carries the frame, where that is one packet: without IP, UDP, RTP and its capture time, and
/// VP8's descriptor.
inline constexpr DataSize media_headers = bytes(20 + 8 + 12 + 16 + 4);

/// The planned source, to begin at `start`. One frame unit of a greedy source makes one packet of the planned size.
std::unique_ptr<FrameSource> make_media_source(const lab::MediaPlan& plan, LocalTime start, std::uint64_t seed);

}  // namespace evenkeel::sim
