#include "core/control/rivals/scream/competing_flows.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

constexpr std::size_t samples_of_mean = 50;
constexpr double loss_threshold = 0.002;
constexpr double variance_threshold = 0.2;

}  // namespace

void ScreamCompetingFlows::start(Duration target) {
  history_.fill(0);
  next_ = 0;
  target_ = target;
}

double ScreamCompetingFlows::mean_of_newest(std::size_t count) const {
  double sum = 0;
  for (std::size_t i = 1; i <= count; ++i) sum += history_[(next_ + history_.size() - i) % history_.size()];
  return sum / static_cast<double>(count);
}

double ScreamCompetingFlows::variance() const {
  const double mean = mean_of_newest(history_.size());
  double sum = 0;
  for (double v : history_) sum += (v - mean) * (v - mean);
  return sum / static_cast<double>(history_.size());
}

void ScreamCompetingFlows::sample(Duration queue_delay, double loss_event_rate, const ScreamTargetRange& range) {
  const double low = to_seconds(range.low);
  history_[next_] = to_seconds(queue_delay) / low;
  next_ = (next_ + 1) % history_.size();
  const double spread = variance();
  const double upper = (mean_of_newest(samples_of_mean) + std::sqrt(spread)) * low;  // new_target_t
  const double wanted = adjusted(upper, spread, loss_event_rate, low);
  target_ = from_seconds(std::max(low, std::min(wanted, to_seconds(range.high))));
}

double ScreamCompetingFlows::adjusted(double upper, double variance, double loss_event_rate, double low) const {
  const double target = to_seconds(target_);
  if (loss_event_rate > loss_threshold) return 1.5 * upper;
  if (variance < variance_threshold) return upper;
  return upper < low ? std::max(0.5 * target, upper) : 0.9 * target;
}

}  // namespace evenkeel
