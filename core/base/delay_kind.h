#pragma once

namespace evenkeel {

/// How a one-way delay came about.
enum class DelayKind : unsigned char {
  true_,     ///< both ends read the same clock
  estimated  ///< queueing over the path's minimum plus half the minimum round trip; an asymmetric path shifts it
};

}  // namespace evenkeel
