#include "core/net/frame_queue.h"

namespace evenkeel {

bool FrameQueueLimits::operator()(const std::deque<ReceivedFrame>& waiting, const ReceivedFrame& next) const {
  std::size_t size = next.data.size();
  for (const ReceivedFrame& frame : waiting) size += frame.data.size();
  if (size > static_cast<std::size_t>(max_size.bytes())) return false;
  return waiting.empty() || next.completed - waiting.front().completed <= max_time;
}

}  // namespace evenkeel
