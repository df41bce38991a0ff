#include "core/control/darc/low_delay.h"

#include <algorithm>

namespace evenkeel::darc {
namespace {

constexpr double least_adjustment = -0.65;  // of u
constexpr double drained_share = 0.5;       // of B, while draining
constexpr double short_queue = 0.6;         // of its target
constexpr double pairs_margin = 0.97;       // so that acceleration ends a little above what pairs say, with a queue
constexpr double least_probe = 0.05;        // pairs are no more exact than that

double most_acceleration(const LowDelay::Report& report, const DarcParameters& parameters) {
  if (report.shared) return parameters.shared_probe;
  if (!report.pairs) return parameters.probe;
  return std::clamp(*report.pairs / report.capacity - pairs_margin, least_probe, parameters.probe);
}

}  // namespace

void LowDelay::enter(LocalTime now) {
  drain_.start(now);
  short_since_ = now;
  acceleration_ = 0;
  withheld_ = DataRate();
}

void LowDelay::accelerate(const Report& report, const DarcParameters& parameters) {
  if (to_seconds(report.queue) > short_queue * to_seconds(report.target) || report.source_limited)
    short_since_ = report.now;
  const double time = to_seconds(report.now - short_since_) - parameters.probe_wait * to_seconds(report.path);
  const double ramp = std::clamp(time / to_seconds(parameters.probe_rise), 0.0, 1.0);
  acceleration_ = most_acceleration(report, parameters) * ramp;
}

DataRate LowDelay::rate(const Report& report, const DarcParameters& parameters) {
  accelerate(report, parameters);
  const double distance = to_seconds(report.target - report.predicted);
  const Duration time = distance > 0 ? std::max(parameters.t_up, report.path)
                                     : std::max<Duration>(parameters.t_down, report.path * 9 / 10);
  const double most = to_seconds(report.target) / to_seconds(time);
  const double u = std::clamp(distance / to_seconds(time), least_adjustment, most) + acceleration_;
  const DataRate wanted = (1 + u) * report.capacity;
  const DataRate rate = drain_.active(report.now) ? std::min(wanted, drained_share * report.capacity) : wanted;
  withheld_ = wanted - rate;
  return rate;
}

}  // namespace evenkeel::darc
