#include "core/control/rivals/gcc/rate_decision.h"

namespace evenkeel::gcc {
namespace {

constexpr Duration first_round_trip_time = 200ms;

}  // namespace

void RateDecision::start(const RateLimits& limits, LocalTime now, const RateDecisionParameters& p) {
  *this = RateDecision();
  limits_ = limits;
  rate_ = limits.clamp(limits.start);
  aimd_.start(rate_, now);
  loss_.start(rate_, now, p.loss);
}

void RateDecision::add(const PacketResult& packet) {
  acknowledged_.add(packet);
  loss_.add(packet);
}

void RateDecision::update(Usage usage, const PathReport& report, const RateDecisionParameters& p) {
  usage_ = usage;
  const Duration rtt =
      report.smoothed_round_trip_time > Duration::zero() ? report.smoothed_round_trip_time : first_round_trip_time;
  acknowledged_rate_ = acknowledged_.estimate(p.estimator);
  const DataRate by_delay = aimd_.update({usage, acknowledged_rate_, rtt, report.now}, limits_, p.aimd);
  rate_ = limits_.clamp(loss_.update(by_delay, rtt, report.now, p.loss));
}

void RateDecision::set(DataRate rate, LocalTime now) {
  rate_ = limits_.clamp(rate);
  aimd_.set(rate_);
  loss_.set(rate_, now);
}

void RateDecision::halve(LocalTime now) { set(rate_ / 2, now); }

// What arrived before was sent at the old rate, and would tell the next decrease of a link that is none.
bool RateDecision::on_probe(DataRate result, LocalTime now) {
  if (usage_ == Usage::overuse || limits_.clamp(result) <= rate_) return false;
  set(result, now);
  acknowledged_.restart(now);
  return true;
}

}  // namespace evenkeel::gcc
