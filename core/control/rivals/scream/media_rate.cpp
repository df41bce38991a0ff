#include "core/control/rivals/scream/media_rate.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr std::size_t least_measured = 5;

}  // namespace

void ScreamMediaRate::start(DataRate target) {
  target_ = target;
  last_max_ = bits_per_second(1);
  measured_ = 0;
  before_loss_ = DataRate();
}

void ScreamMediaRate::reduce(double factor, const RateLimits& limits) {
  note_congestion();
  before_loss_ = target_;
  target_ = limits.clamp(target_ * factor);
}

void ScreamMediaRate::to_minimum(const RateLimits& limits) {
  if (target_ > limits.minimum) note_congestion();
  target_ = limits.minimum;
}

double ScreamMediaRate::scale() const {
  if (last_max_ <= DataRate()) return 1;
  const double distance = 4 * ((target_ - last_max_) / last_max_);
  return std::clamp(distance * distance, 0.2, 1.0);
}

void ScreamMediaRate::note_media(DataRate rate) { media_[measured_++ % media_.size()] = rate.bps(); }

DataRate ScreamMediaRate::median() const {
  std::array<double, 64> sorted = media_;
  const std::size_t known = std::min(measured_, sorted.size());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(known / 2);
  std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(known));
  return bits_per_second(*middle);
}

void ScreamMediaRate::step(const ScreamV1Parameters& p, const ScreamMediaFacts& facts) {
  const double interval = to_seconds(p.rate_adjust_interval);
  const DataRate most = std::min(p.ramp_up_speed, target_ / 2) * interval;
  if (facts.fast_increase) {
    target_ += most * scale();
    return;
  }
  const DataRate current = std::max(facts.transmitted, facts.acknowledged);
  const double guarded = 1 - p.pre_congestion_guard * facts.trend;
  DataRate delta = current * guarded - bits_per_second(p.tx_queue_size_factor * facts.queued_bits);
  if (delta > DataRate()) delta = std::min(delta * scale(), most);
  target_ += delta;
  if (facts.queued_bits > to_seconds(p.rtp_qdelay_th) * current.bps()) target_ = target_ * p.rtp_qdelay_scale;
}

void ScreamMediaRate::adjust(const ScreamV1Parameters& p, const ScreamMediaFacts& facts, const RateLimits& limits) {
  const DataRate current = std::max(facts.transmitted, facts.acknowledged);
  if (current <= DataRate()) return;
  note_media(facts.transmitted);
  step(p, facts);
  const DataRate limit = std::max(current, median()) * (2 - facts.trend_memory);
  if (measured_ >= least_measured) target_ = std::min(target_, limit);
  target_ = limits.clamp(target_);
}

}  // namespace evenkeel
