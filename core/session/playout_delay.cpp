#include "core/session/playout_delay.h"

#include <algorithm>
#include <vector>

namespace evenkeel {
namespace {

constexpr Duration memory = 2s;
constexpr Duration longest_hold = 250ms;
constexpr double covered = 0.95;           // share of recent frames that the hold is long enough for
constexpr double shrink_per_second = 0.1;  // s: pictures run 10 % fast, which nobody sees
constexpr Duration longest_jump = 10s;     // another stream, or a peer that slept: start again

}  // namespace

LocalTime PlayoutDelay::show_at(std::uint32_t rtp_timestamp, LocalTime completed) {
  const Duration media_time(unwrapper_.unwrap(rtp_timestamp) * 100'000 / 9);
  Duration delay = completed.time_since_epoch() - media_time;
  if (!origin_ || delay - *origin_ > longest_jump || *origin_ - delay > longest_jump) {
    origin_ = delay;
    observations_.clear();
    hold_ = Duration::zero();
    last_ = completed;
  }
  observations_.push_back({completed, delay});
  forget(completed);
  base_ = std::min_element(observations_.begin(), observations_.end(), [](auto& a, auto& b) {
            return a.delay < b.delay;
          })->delay;
  const Duration wanted = wanted_hold();
  const Duration slowly = hold_ - from_seconds(shrink_per_second * to_seconds(completed - last_));
  hold_ = std::max(wanted, std::max(slowly, Duration::zero()));
  last_ = completed;
  return std::max(completed, LocalTime(media_time + base_ + hold_));
}

void PlayoutDelay::forget(LocalTime now) {
  while (observations_.size() > 1 && observations_.front().at + memory < now) observations_.pop_front();
}

Duration PlayoutDelay::wanted_hold() const {
  std::vector<Duration> above;
  above.reserve(observations_.size());
  for (const Observation& o : observations_) above.push_back(o.delay - base_);
  const auto index = static_cast<std::ptrdiff_t>(covered * static_cast<double>(above.size() - 1));
  std::nth_element(above.begin(), above.begin() + index, above.end());
  return std::min(above[static_cast<std::size_t>(index)], longest_hold);
}

}  // namespace evenkeel
