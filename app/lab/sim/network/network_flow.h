#pragma once

#include <memory>

#include "app/lab/plan/flow_plan.h"
#include "app/lab/sim/network/flow_ends.h"
#include "app/lab/sim/network/flow_results.h"

namespace evenkeel::sim {

/// A flow of any kind from one host to another.
class NetworkFlow {
 public:
  virtual ~NetworkFlow() = default;
  /// The flow becomes active or inactive; the calls alternate.
  virtual void start() = 0;
  virtual void stop() = 0;
  /// Fills in the telemetry row that ends now.
  virtual void sample(Sample& row) = 0;
  /// Results leave out what came before.
  virtual void settle() {}
  /// Writes results of its own, in addition to its meter's.
  virtual void write_results(FlowResults&) {}
};

/// Makes the flow. The plan must have passed check_plan().
std::unique_ptr<NetworkFlow> make_flow(const lab::FlowPlan& plan, const FlowEnds& ends, FlowMeter& meter,
                                       std::uint64_t seed);

}  // namespace evenkeel::sim
