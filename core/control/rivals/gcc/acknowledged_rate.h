#pragma once

#include <optional>

#include "core/base/data_rate.h"
#include "core/base/ring.h"
#include "core/path/packet_result.h"

namespace evenkeel::gcc {

/// The rate of what arrives, over the last second and the last 20 packets at least, at most 5 s: the smaller of the
/// rates at which these packets left and arrived, n packets over the n intervals since the one before. The longest gap
/// between arrivals counts no longer than the second longest: a path that stood still for a moment is not slow.
class RobustThroughput {
 public:
  void add(const PacketResult& packet);

  /// Nothing before 10 packets.
  std::optional<DataRate> estimate() const;

  /// Forgets what is there, and passes over what was sent before.
  void restart(LocalTime sent_from);

 private:
  struct Packet {
    LocalTime sent{};
    RemoteTime arrival{};
    DataSize size;
  };
  void trim();
  Duration arrival_span() const;

  Ring<Packet> packets_;
  RemoteTime newest_{};
  LocalTime sent_from_ = LocalTime::min();
};

/// The rate of what arrives, as WebRTC estimated it before: samples over 500 ms for the first one and 150 ms for the
/// others, each weighed by Bayes' rule. A sample is trusted the less the further it is off the estimate:
///     sigma = 10 |x - sample| / (x + sample);   x += (sample - x) v / (v + sigma^2)
/// with v the variance of x, which grows by 5 kbit^2/s^2 per sample.
class BayesianThroughput {
 public:
  void add(const PacketResult& packet);

  /// Nothing before the first sample.
  std::optional<DataRate> estimate() const { return estimate_; }

  /// Forgets what is there, and passes over what was sent before.
  void restart(LocalTime sent_from);

 private:
  void on_sample(DataRate sample);

  std::optional<RemoteTime> start_;  // of the window
  DataSize received_;
  std::optional<DataRate> estimate_;
  double variance_ = 50;  // of the estimate, in (kbit/s)^2
  LocalTime sent_from_ = LocalTime::min();
};

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
