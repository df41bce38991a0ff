#include "core/session/audio_delay.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr double covered_share = 0.97;
constexpr Duration bin = 2500us;
constexpr double memory = 1 / (1 - 0.9993);  // packets
constexpr Duration bucket_duration = 250ms;
constexpr Duration longer_target_for = 1s;
constexpr double missing_memory = 0.998;  // per packet: half of it after 7 s
constexpr double rarely_missing = 0.001;  // half of what a single one counts at first

}  // namespace

void AudioDelay::on_arrival(Duration media_time, LocalTime arrival) {
  const Duration delay = arrival.time_since_epoch() - media_time;
  if (!least_) newest_.fill(delay);
  newest_[next_newest_] = delay;
  next_newest_ = (next_newest_ + 1) % newest;
  remember_least(delay, arrival);
  if (!started_) started_ = arrival;
  const Duration since_start = arrival - *started_;
  begins_ = since_start < std::min(start_, longer_target_for);
  if (since_start >= start_) count(delay - *least_);
  missing_ *= missing_memory;
}

void AudioDelay::on_missing(Duration packet) {
  packet_ = missing_ > rarely_missing ? std::max(packet_, packet) : packet;
  missing_ += 1 - missing_memory;
}

void AudioDelay::remember_least(Duration delay, LocalTime arrival) {
  const std::int64_t period = arrival.time_since_epoch() / bucket_duration;
  Bucket& bucket = recent_[static_cast<std::uint64_t>(period) % buckets];
  bucket.least = bucket.period == period ? std::min(bucket.least, delay) : delay;
  bucket.period = period;
  least_ = delay;
  for (const Bucket& b : recent_) {
    if (b.period > period - static_cast<std::int64_t>(buckets) && b.period <= period)
      least_ = std::min(*least_, b.least);
  }
}

// At first all count alike: else the first packet would weigh as much as a thousand later ones.
void AudioDelay::count(Duration above_least) {
  const double kept = std::min(weight_, memory) / (std::min(weight_, memory) + 1);
  if (weight_ >= memory - 1) {
    for (double& share : histogram_) share *= kept;
    weight_ *= kept;
  }
  const auto index = static_cast<std::size_t>(std::max(above_least, Duration::zero()) / bin);
  histogram_[std::min(index, bins - 1)] += 1;
  weight_ += 1;
}

Duration AudioDelay::covered() const {
  double below = 0;
  for (std::size_t i = 0; i < bins; ++i) {
    below += histogram_[i];
    if (below >= covered_share * weight_) return static_cast<int>(i + 1) * bin;
  }
  return max_target;
}

Duration AudioDelay::queue() const {
  return least_ ? std::max(*std::ranges::min_element(newest_) - *least_, Duration::zero()) : Duration::zero();
}

Duration AudioDelay::target() const {
  if (begins_) return start_target;
  const Duration for_copies = missing_ > rarely_missing ? packet_ : Duration::zero();
  return std::clamp(covered() + for_copies, min_target, max_target);
}

}  // namespace evenkeel
