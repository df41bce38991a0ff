#include "core/control/darc/capacity_estimate.h"

#include <algorithm>
#include <cmath>

namespace evenkeel::darc {

void CapacityEstimate::on_window(const Delivery::Window& window, Duration standing, bool validated, LocalTime now,
                                 const Parameters& parameters) {
  const double lost = std::min(window.loss, parameters.compensated_loss);
  const DataRate measured = window.rate / (1 - lost);
  backlogged_ = window.least_queue > standing;
  const double dt = updated_ ? to_seconds(now - *updated_) : 0;
  updated_ = now;
  measured_.add(now, measured);
  if (backlogged_ || !known()) {
    rate_ = measured;
    return;
  }
  const double keep = std::exp(-dt / to_seconds(parameters.forgetting));
  const DataRate falling = validated ? rate_ : measured + (rate_ - measured) * keep;
  const DataRate most = *measured_.value() * parameters.most_growth;
  rate_ = measured > falling ? falling + (measured - falling) * parameters.rise : falling;
  if (!validated) rate_ = std::min(rate_, most);
}

}  // namespace evenkeel::darc
