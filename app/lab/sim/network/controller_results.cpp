#include "app/lab/sim/network/controller_results.h"

#include "core/control/rivals/tfrc/tfrc.h"

namespace evenkeel::sim {
namespace {

const Tfrc* tfrc_of(const RateController& controller) { return dynamic_cast<const Tfrc*>(&controller); }

}  // namespace

void ControllerResults::settle(const RateController& controller) {
  if (const Tfrc* tfrc = tfrc_of(controller)) settled_ = tfrc->estimators();
}

void ControllerResults::write(const RateController& controller, FlowResults& out) const {
  const Tfrc* tfrc = tfrc_of(controller);
  if (tfrc == nullptr) return;
  const LossEventEstimators since = tfrc->estimators().since(settled_);
  out("tfrcLossEvents", static_cast<double>(since.loss_events()));
  out("tfrcLossEventRate", since.loss_event_rate());
  if (since.loss_events() == 0) return;
  out("meanTheta", since.mean_theta());
  out("meanThetaHat", since.mean_theta_hat());
  out("meanInverseThetaHat", since.mean_inverse_theta_hat());
  out("varianceThetaHat", since.variance_of_theta_hat());
  out("meanEquationRate", since.mean_rate().bps());
  out("basicThroughput", since.basic_throughput().bps());
}

}  // namespace evenkeel::sim
