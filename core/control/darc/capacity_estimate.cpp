#include "core/control/darc/capacity_estimate.h"

#include <algorithm>
#include <cmath>

namespace evenkeel::darc {

// What little is sent behind a queue of others says nothing of what there will be without them.
void CapacityEstimate::learn_restart(DataRate measured, bool limited) {
  if (limited && measured < restart_) return;
  if (backlogged_ || measured > restart_) restart_ = std::min(start_, measured);
}

void CapacityEstimate::on_window(const Delivery::Window& window, const Circumstances& circumstances, LocalTime now,
                                 const Parameters& parameters) {
  const double lost = std::min(window.loss, parameters.compensated_loss);
  const DataRate measured = window.rate / (1 - lost);
  backlogged_ = window.least_queue > circumstances.standing;
  const double dt = updated_ ? to_seconds(now - *updated_) : 0;
  updated_ = now;
  measured_.add(now, measured);
  learn_restart(measured, circumstances.limited);
  if (backlogged_ || !known()) {
    rate_ = measured;
    return;
  }
  const double keep = std::exp(-dt / to_seconds(parameters.forgetting));
  const DataRate falling = circumstances.validated ? rate_ : measured + (rate_ - measured) * keep;
  const DataRate most = *measured_.value() * parameters.most_growth;
  rate_ = measured > falling ? falling + (measured - falling) * parameters.rise : falling;
  if (!circumstances.validated) rate_ = std::min(rate_, most);
  if (circumstances.keeps_restart) rate_ = std::max(rate_, std::min(restart_, circumstances.most_restart));
}

}  // namespace evenkeel::darc
