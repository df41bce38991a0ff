#pragma once

#include "app/lab/sim/network/flow_meter.h"
#include "core/control/rate_controller.h"
#include "core/control/rivals/tfrc/loss_event_estimators.h"

namespace evenkeel::sim {

/// Writes the results of one flow. Skips values that are not finite: there was nothing to measure.
class FlowResults {
 public:
  FlowResults(lab::RunWriter& out, std::string flow) : out_(out), flow_(std::move(flow)) {}
  void operator()(std::string_view name, double value);

 private:
  lab::RunWriter& out_;
  std::string flow_;
};

/// How long the flow is active between two times of the run.
Duration active_within(const lab::FlowPlan& plan, Duration from, Duration to);

/// Writes the true results of a flow of any kind, see run_network.h. Mean rates are over `active`.
void write_meter_results(const FlowMeter& meter, Duration active, FlowResults& out);

/// Writes the same for the measured times, which lasted `measured` within the run.
void write_measured_results(const FlowMeter& meter, Duration measured, FlowResults& out);

/// Results that only TFRC's controller has and telemetry has no column for: its loss event estimators.
class ControllerResults {
 public:
  /// Results leave out what came before.
  void settle(const RateController& controller);
  void write(const RateController& controller, FlowResults& out) const;

 private:
  LossEventEstimators settled_;
};

}  // namespace evenkeel::sim
