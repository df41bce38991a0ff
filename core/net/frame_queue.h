#pragma once

#include <deque>

#include "core/base/data_size.h"
#include "core/net/bounded_queue.h"
#include "core/rtp/frame_assembler.h"

namespace evenkeel {

/// What may wait for the decoder, besides the number of frames: a peer that sends more than one core decodes costs
/// neither memory nor delay without end.
struct FrameQueueLimits {
  static constexpr DataSize max_size = bytes(64'000'000);
  static constexpr Duration max_time = 2s;  ///< from the first frame that waits to the last

  bool operator()(const std::deque<ReceivedFrame>& waiting, const ReceivedFrame& next) const;
};

/// Frames on their way from the network thread to the one that decodes.
using FrameQueue = BoundedQueue<ReceivedFrame, FrameQueueLimits>;

}  // namespace evenkeel
