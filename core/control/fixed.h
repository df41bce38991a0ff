#pragma once

#include "core/control/rate_controller.h"

namespace evenkeel {

/// Sends at a constant rate regardless of the path: the control experiment, and for links known beforehand.
class FixedRate final : public RateController {
 public:
  FixedRate() : RateController({"fixed", "a constant rate; no congestion control but the circuit breaker"}) {}
  void visit_parameters(ParameterVisitor& v) override {
    v.visit({"rate", "r_c", "", 0, 10e9, "the rate; 0 takes the start rate"}, rate_);
  }

  RateUpdate start(const RateLimits& limits, std::uint64_t, LocalTime) override {
    limits_ = limits;
    return update();
  }
  void on_sent(const SentPacket&) override {}
  std::optional<RateUpdate> on_report(const PathReport&) override { return update(); }
  std::optional<RateUpdate> on_tick(LocalTime) override { return std::nullopt; }
  std::optional<LocalTime> next_tick() const override { return std::nullopt; }

 private:
  RateUpdate update() const {
    const DataRate rate = limits_.clamp(rate_.bps() > 0 ? rate_ : limits_.start);
    return {rate, rate, std::nullopt};
  }
  RateLimits limits_;
  DataRate rate_;
};

}  // namespace evenkeel
