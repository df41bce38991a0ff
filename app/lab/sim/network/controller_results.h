#pragma once

#include "app/lab/sim/network/network_flow.h"
#include "core/control/rate_controller.h"
#include "core/control/rivals/tfrc/loss_event_estimators.h"

namespace evenkeel::sim {

/// What a controller knows that telemetry has no column for: the estimators of TFRC. Nothing of others.
class ControllerResults {
 public:
  /// Leaves out what came before.
  void settle(const RateController& controller);
  void write(const RateController& controller, FlowResults& out) const;

 private:
  LossEventEstimators settled_;
};

}  // namespace evenkeel::sim
