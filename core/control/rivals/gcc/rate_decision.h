#pragma once

#include "core/control/rivals/gcc/acknowledged_rate.h"
#include "core/control/rivals/gcc/aimd.h"
#include "core/control/rivals/gcc/loss_based.h"

namespace evenkeel::gcc {

struct RateDecisionParameters {
  AimdParameters aimd;
  LossBasedParameters loss;
  int estimator = AcknowledgedRate::robust;  ///< of the acknowledged rate
};

/// What both forms of GCC do once the delay is judged: the smaller of what delay and loss allow.
class RateDecision {
 public:
  void start(const RateLimits& limits, LocalTime now, const RateDecisionParameters& p);

  void add(const PacketResult& packet);
  /// After the packets of a report.
  void update(Usage usage, const PathReport& report, const RateDecisionParameters& p);
  /// Nothing was heard for long: half of it.
  void halve(LocalTime now);
  /// A probe found the rate. Lower ones than the present are passed over, and so are all at over-use.
  bool on_probe(DataRate result, LocalTime now);

  DataRate rate() const { return rate_; }
  /// At the last update.
  std::optional<DataRate> acknowledged() const { return acknowledged_rate_; }

 private:
  void set(DataRate rate, LocalTime now);

  RateLimits limits_;
  AcknowledgedRate acknowledged_;
  std::optional<DataRate> acknowledged_rate_;
  Aimd aimd_;
  LossBased loss_;
  Usage usage_ = Usage::normal;
  DataRate rate_;
};

}  // namespace evenkeel::gcc
