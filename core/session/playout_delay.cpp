#include "core/session/playout_delay.h"

#include <algorithm>
#include <vector>

namespace evenkeel {
namespace {

constexpr Duration memory = 2s;
constexpr Duration longest_hold = 250ms;
constexpr double shrink_per_second = 0.1;   // s: pictures run 10 % fast, which nobody sees
constexpr Duration longest_jump = 10s;      // another stream, or a peer that slept: start again
constexpr Duration recovered_memory = 10s;  // over which recovered frames are counted
constexpr double rarely_recovered = 0.05;   // share of frames

}  // namespace

LocalTime PlayoutDelay::show_at(std::uint32_t rtp_timestamp, LocalTime completed, bool recovered) {
  const Duration media_time(unwrapper_.unwrap(rtp_timestamp) * 100'000 / 9);
  const Duration delay = completed.time_since_epoch() - media_time;
  if (!origin_ || delay - *origin_ > longest_jump || *origin_ - delay > longest_jump) restart(delay, completed);
  const LocalTime before = last_;
  observe({completed, delay, recovered});
  base_ = smallest_delay();
  const Duration slowly = hold_ - from_seconds(shrink_per_second * to_seconds(last_ - before));
  hold_ = std::max({wanted_hold(), slowly, Duration::zero()});
  return std::max(completed, LocalTime(media_time + base_ + hold_));
}

void PlayoutDelay::restart(Duration delay, LocalTime now) {
  origin_ = delay;
  observations_.clear();
  hold_ = Duration::zero();
  last_ = now;
}

void PlayoutDelay::observe(const Observation& observation) {
  last_ = std::max(last_, observation.at);
  observations_.push_back(observation);
  while (observations_.size() > 1 && observations_.front().at + recovered_memory < last_) observations_.pop_front();
}

bool PlayoutDelay::is_recent(const Observation& observation) const { return observation.at + memory >= last_; }

bool PlayoutDelay::recovered_count() const {
  const auto recovered = std::ranges::count(observations_, true, &Observation::recovered);
  return static_cast<double>(recovered) > rarely_recovered * static_cast<double>(observations_.size());
}

// Of recovered frames as well: without the loss they would not have been later.
Duration PlayoutDelay::smallest_delay() const {
  Duration smallest = observations_.back().delay;
  for (const Observation& o : observations_) {
    if (is_recent(o)) smallest = std::min(smallest, o.delay);
  }
  return smallest;
}

Duration PlayoutDelay::wanted_hold() const {
  const Duration without = covering_hold(false);
  const Duration wanted =
      recovered_count() ? std::min(covering_hold(true), without + limits_.max_for_recovered) : without;
  return std::min(wanted, longest_hold);
}

Duration PlayoutDelay::covering_hold(bool with_recovered) const {
  std::vector<Duration> above;
  above.reserve(observations_.size());
  for (const Observation& o : observations_) {
    if (is_recent(o) && (with_recovered || !o.recovered)) above.push_back(o.delay - base_);
  }
  if (above.empty()) return Duration::zero();
  const auto index = static_cast<std::ptrdiff_t>(limits_.covered * static_cast<double>(above.size() - 1));
  std::nth_element(above.begin(), above.begin() + index, above.end());
  return above[static_cast<std::size_t>(index)];
}

}  // namespace evenkeel
