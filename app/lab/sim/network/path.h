#pragma once

#include <vector>

#include "core/base/data_rate.h"
#include "core/base/time.h"

namespace evenkeel::sim {

class LinkDevice;

/// The way of a flow's packets and the way back, as the network knows it and no host does.
struct Path {
  std::vector<LinkDevice*> forward;
  std::vector<LinkDevice*> backward;
  Duration access{};  ///< one way, both ways

  Duration propagation() const;
  /// Of all that waits on the way now.
  Duration queue_delay() const;
  /// Of a packet that goes back now.
  Duration backward_delay() const;
  /// The least rate on the way; of links that follow a trace, whose capacity comes in single packets, over the last
  /// `time`.
  DataRate capacity(Duration time) const;
};

}  // namespace evenkeel::sim
