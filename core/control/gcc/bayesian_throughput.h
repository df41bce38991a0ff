#pragma once

#include <optional>

#include "core/path/packet_result.h"
#include "core/units/data_rate.h"

namespace evenkeel::gcc {

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

}  // namespace evenkeel::gcc
