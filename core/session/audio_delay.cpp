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
constexpr int late = 2;                   // from this part of what is covered on
constexpr double fewest_quiet = 75;       // packets: 3 s of those of 40 ms
constexpr Duration back_within = 1min;

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
  if (since_start >= start_) count(delay - *least_, arrival);
  missing_ *= missing_memory;
}

void AudioDelay::on_missing(Duration packet) {
  packet_ = missing_ > rarely_missing ? std::max(packet_, packet) : packet;
  missing_ += 1 - missing_memory;
  missed_lately_ = true;
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

void AudioDelay::count(Duration above_least, LocalTime arrival) {
  all_.add(above_least);
  if (above_least >= all_.covered() / late || lately_.weight() == 0) {
    lately_ = {};
    quiet_since_ = arrival;
    missed_lately_ = false;
  }
  lately_.add(above_least);
  const bool quiet = arrival - quiet_since_ >= quiet_needed_ && lately_.weight() >= fewest_quiet;
  if (quiet && all_.covered() > min_target) forget_what_was_before(arrival);
}

// On a path that is better for some seconds and then as before, each time costs what it takes to learn again.
void AudioDelay::forget_what_was_before(LocalTime now) {
  const Duration covered = all_.covered();
  const bool came_back = forgotten_ && now - forgotten_->at < back_within && covered >= forgotten_->covered / late;
  quiet_needed_ = came_back ? std::min<Duration>(2 * quiet_needed_, back_within) : quiet_needed_at_first;
  forgotten_ = {now, covered};
  all_ = lately_;
  if (!missed_lately_) missing_ = 0;
}

// At first all count alike: else the first packet would weigh as much as a thousand later ones.
void AudioDelay::Histogram::add(Duration delay) {
  const double kept = std::min(weight_, memory) / (std::min(weight_, memory) + 1);
  if (weight_ >= memory - 1) {
    for (double& packets : packets_) packets *= kept;
    weight_ *= kept;
  }
  const auto index = static_cast<std::size_t>(std::max(delay, Duration::zero()) / bin);
  packets_[std::min(index, bins - 1)] += 1;
  weight_ += 1;
}

Duration AudioDelay::Histogram::covered() const {
  double below = 0;
  for (std::size_t i = 0; i < bins; ++i) {
    below += packets_[i];
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
  return std::clamp(all_.covered() + for_copies, min_target, max_target);
}

}  // namespace evenkeel
