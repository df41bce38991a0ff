#pragma once

#include "core/control/darc/capacity_estimate.h"
#include "core/parameters/parameter.h"

namespace evenkeel {

/// The constants; docs/darc.md has the reason of each, and what follows from another value.
struct DarcParameters {
  Duration q0 = 3500us;         ///< of the target queue: what remains on a fast link
  DataSize a = bytes(1650);     ///< of the target queue: a/B, the queue by which flows share, 13 200 bit
  Duration t_up = 250ms;        ///< T while the queue is below its target
  Duration t_down = 80ms;       ///< T while it is above
  double probe_wait = 0.4;      ///< round trips for which the queue is short before more is tried
  double probe = 0.64;          ///< most that acceleration adds, of B
  double shared_probe = 0.1;    ///< the same where others share the bottleneck
  double shared_rise = 0.1;     ///< of the way to a larger measurement of B, per report, where others share
  Duration probe_rise = 300ms;  ///< in which it is reached
  double start_growth = 2;      ///< per report at the start
  Duration start_queue = 12ms;  ///< that ends the start
  double idle = 0.02;           ///< of the time, in which the sender may have nothing to send
  double padding = 0.05;        ///< of the media's bytes, for probes while the source limits itself; 0: none
  darc::CapacityEstimate::Parameters capacity;

  void visit(ParameterVisitor& visitor);
};

}  // namespace evenkeel
