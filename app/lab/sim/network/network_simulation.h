#pragma once

#include <memory>
#include <vector>

#include "app/lab/plan/run_plan.h"
#include "app/lab/sim/network/network_flow.h"

namespace evenkeel::sim {

/// One run in ns-3: builds the network and the flows, runs them, writes rows and results. The plan must have passed
/// check_plan(). ns-3 has one simulator per process, so only one may exist at a time.
class NetworkSimulation {
 public:
  static constexpr Duration row_interval = 100ms;

  NetworkSimulation(const lab::RunPlan& plan, std::uint64_t seed, lab::RunWriter& out);

  void run();

 private:
  struct RunningFlow {
    const lab::FlowPlan& plan;
    FlowMeter& meter;
    std::unique_ptr<NetworkFlow> flow;
  };

  void add_flow(const lab::FlowPlan& plan);
  FlowMeter::Config meter_config(const lab::FlowPlan& plan) const;
  void schedule_activity(const RunningFlow& running) const;
  void tick();
  void schedule_tick();
  void sample(RunningFlow& running) const;
  void settle();
  Duration measured() const;
  void write_results() const;

  Duration duration_;
  lab::NetworkRun plan_;
  std::uint64_t seed_;
  lab::RunWriter& out_;
  FlowMeters meters_;
  Network network_;
  std::vector<RunningFlow> flows_;
};

}  // namespace evenkeel::sim
