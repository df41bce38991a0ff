#include "core/control/rivals/scream/queue_delay.h"

#include <algorithm>
#include <numeric>

namespace evenkeel {
namespace {

constexpr Duration longest = 24h;  // beyond is nonsense; differences of such values stay well within a Duration

Duration scaled(Duration d, double factor) { return from_seconds(to_seconds(d) * factor); }

// Where all samples are equal a_t is 0/0, and with rounded means 19/20: below this sum of squares it is nothing.
constexpr double least_power = 1e-9;

}  // namespace

void ScreamQueueDelay::on_feedback(const PathReport& report) {
  for (const PacketResult& p : report.packets) {
    const auto relative = p.relative_delay();
    if (!relative || p.late) continue;
    const Duration delay = std::clamp<Duration>(*relative, -longest, longest);
    base_.add(p.sent, delay);
    latest_ = std::clamp<Duration>(delay - *base_.value(), Duration::zero(), longest);
  }
  if (report.false_queue > Duration::zero()) base_.refute();
}

void ScreamDelayAverage::add(Duration sample, double gain) {
  deviation_ += (std::chrono::abs(sample - average_) - deviation_) / 16;
  average_ = sample < average_ ? sample : average_ + scaled(sample - average_, gain);
}

void ScreamDelayTrend::sample(double fraction, double weight) {
  average_ = (1 - weight) * average_ + weight * fraction;
  history_[oldest_] = fraction;
  oldest_ = (oldest_ + 1) % history_.size();
  trend_ = std::clamp(correlation() * average_, 0.0, 1.0);
  memory_ = std::max(0.99 * memory_, trend_);
}

double ScreamDelayTrend::mean() const {
  return std::accumulate(history_.begin(), history_.end(), 0.0) / static_cast<double>(history_.size());
}

double ScreamDelayTrend::correlation() const {
  const double average = mean();
  const auto deviation = [&](std::size_t i) { return history_[(oldest_ + i) % history_.size()] - average; };
  double lag_0 = 0;
  double lag_1 = 0;
  for (std::size_t i = 0; i < history_.size(); ++i) {
    lag_0 += deviation(i) * deviation(i);
    if (i + 1 < history_.size()) lag_1 += deviation(i) * deviation(i + 1);
  }
  return lag_0 < least_power ? 0 : lag_1 / lag_0;
}

}  // namespace evenkeel
