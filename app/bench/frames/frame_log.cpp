#include "app/bench/frames/frame_log.h"

#include <algorithm>

namespace evenkeel::bench {

std::uint32_t FrameLog::on_departure(LocalTime now) {
  while (frames_[leaving_].packets_departed == frames_[leaving_].packets) ++leaving_;
  ++frames_[leaving_].packets_departed;
  frames_[leaving_].departed = now;
  return static_cast<std::uint32_t>(leaving_);
}

void FrameLog::on_arrival(std::uint32_t frame, LocalTime at) {
  ++frames_[frame].packets_arrived;
  frames_[frame].arrived = std::max(frames_[frame].arrived, at);
}

}  // namespace evenkeel::bench
