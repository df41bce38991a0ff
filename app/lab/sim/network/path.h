#pragma once

#include <vector>

#include "core/base/data_rate.h"
#include "core/base/time.h"

namespace evenkeel::sim {

class LinkDevice;

/// A flow's path forward and back, as only the network knows it.
struct Path {
  std::vector<LinkDevice*> forward;
  std::vector<LinkDevice*> backward;
  Duration access{};  ///< delay of the hosts' links, the same forward and back

  Duration propagation() const;
  /// The present queueing delay of the forward path.
  Duration queue_delay() const;
  /// The delay of a packet that starts back now.
  Duration backward_delay() const;
  /// The smallest link rate of the forward path. Links that follow a trace are averaged over the last `time`, since a
  /// trace grants single packets.
  DataRate capacity(Duration time) const;
};

}  // namespace evenkeel::sim
