#pragma once

#include "core/control/gcc/bayesian_throughput.h"
#include "core/control/gcc/robust_throughput.h"

namespace evenkeel::gcc {

/// The acknowledged rate by one of two estimators, which may be changed while it runs.
class AcknowledgedRate {
 public:
  enum Estimator : int { robust = 0, bayesian = 1 };

  void add(const PacketResult& packet) {
    robust_.add(packet);
    bayesian_.add(packet);
  }

  std::optional<DataRate> estimate(int estimator) const {
    return estimator == bayesian ? bayesian_.estimate() : robust_.estimate();
  }

  /// Forgets what is there, and passes over what was sent before.
  void restart(LocalTime sent_from) {
    robust_.restart(sent_from);
    bayesian_.restart(sent_from);
  }

 private:
  RobustThroughput robust_;
  BayesianThroughput bayesian_;
};

}  // namespace evenkeel::gcc
