#include "core/control/rivals/tfrc/loss_event_estimators.h"

#include <algorithm>

namespace evenkeel {

void LossEventEstimators::on_loss_event(std::optional<double> theta, double theta_hat, DataRate rate) {
  ++loss_events_;
  if (theta) {
    ++intervals_;
    theta_sum_ += *theta;
  }
  theta_hat_sum_ += theta_hat;
  theta_hat_squares_ += theta_hat * theta_hat;
  inverse_sum_ += 1 / theta_hat;
  rate_sum_ += rate.bps();
  inverse_rate_sum_ += 1 / rate.bps();
}

double LossEventEstimators::variance_of_theta_hat() const {
  const double mean = mean_theta_hat();
  return std::max(0.0, per(theta_hat_squares_, loss_events_) - mean * mean);
}

DataRate LossEventEstimators::basic_throughput() const {
  const double mean = per(inverse_rate_sum_, loss_events_);
  return mean > 0 ? bits_per_second(1 / mean) : DataRate();
}

LossEventEstimators LossEventEstimators::since(const LossEventEstimators& earlier) const {
  LossEventEstimators later = *this;
  later.packets_ -= earlier.packets_;
  later.loss_events_ -= earlier.loss_events_;
  later.intervals_ -= earlier.intervals_;
  later.theta_sum_ -= earlier.theta_sum_;
  later.theta_hat_sum_ -= earlier.theta_hat_sum_;
  later.theta_hat_squares_ -= earlier.theta_hat_squares_;
  later.inverse_sum_ -= earlier.inverse_sum_;
  later.rate_sum_ -= earlier.rate_sum_;
  later.inverse_rate_sum_ -= earlier.inverse_rate_sum_;
  return later;
}

}  // namespace evenkeel
