#pragma once

#include <memory>

#include "app/lab/plan/flow_plan.h"
#include "app/lab/sim/network/flow_meter.h"
#include "app/lab/sim/network/network.h"

namespace evenkeel::sim {

/// Gives out figures of one flow. What is not a finite number is left out: there was nothing to measure.
class FlowResults {
 public:
  FlowResults(lab::RunWriter& out, std::string flow) : out_(out), flow_(std::move(flow)) {}
  void operator()(std::string_view name, double value);

 private:
  lab::RunWriter& out_;
  std::string flow_;
};

/// What sends from one host to another, of whatever kind.
class NetworkFlow {
 public:
  virtual ~NetworkFlow() = default;
  /// A time of activity begins or ends; they alternate.
  virtual void start() = 0;
  virtual void stop() = 0;
  /// Fills in the row that ends now.
  virtual void sample(Sample& row) = 0;
  /// The results leave out what came before.
  virtual void settle() {}
  /// Figures of its own, beside those of its meter.
  virtual void write_results(FlowResults&) {}
};

/// Between what a flow runs.
struct FlowEnds {
  Host source;
  Host sink;
  std::uint16_t sink_port = 0;
};

/// Without a sentence for what is wrong: the plan has been checked.
std::unique_ptr<NetworkFlow> make_flow(const lab::FlowPlan& plan, const FlowEnds& ends, FlowMeter& meter,
                                       std::uint64_t seed);

}  // namespace evenkeel::sim
