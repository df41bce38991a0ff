#include "core/session/playout_delay.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr Duration memory = 2s;
constexpr Duration longest_hold = 250ms;
constexpr double shrink_per_second = 0.1;   // s: pictures run 10 % fast, which nobody sees
constexpr Duration longest_jump = 10s;      // another stream, or a peer that slept: start again
constexpr Duration recovered_memory = 10s;  // over which recovered frames are counted
constexpr double rarely_recovered = 0.05;   // share of frames

// Of an RTP timestamp: as many wraps as are a whole number of nanoseconds.
constexpr std::int64_t whole_wraps = std::int64_t{9} << 32;

constexpr Duration to_media_time(std::int64_t timestamp) { return Duration(timestamp * 100'000 / 9); }

}  // namespace

LocalTime PlayoutDelay::show_at(std::uint32_t rtp_timestamp, LocalTime completed, bool recovered) {
  if (jumps(rtp_timestamp, completed)) restart(rtp_timestamp, completed);
  const Duration media_time = to_media_time(unwrapper_.unwrap(rtp_timestamp));
  const Duration delay = completed.time_since_epoch() - media_time;
  const LocalTime before = last_;
  observe({completed, delay, recovered});
  // Of recovered frames as well: without the loss they would not have been later.
  base_ = delays_.empty() ? delay : std::min(delay, delays_.smallest());
  const Duration slowly = hold_ - from_seconds(shrink_per_second * to_seconds(last_ - before));
  hold_ = std::max({wanted_hold(), slowly, Duration::zero()});
  return std::max(completed, LocalTime(media_time + base_ + hold_ + extra_));
}

bool PlayoutDelay::jumps(std::uint32_t rtp_timestamp, LocalTime completed) const {
  const Duration delay = completed.time_since_epoch() - to_media_time(unwrapper_.peek(rtp_timestamp));
  return !origin_ || std::chrono::abs(delay - *origin_) > longest_jump;
}

// Leaps do not add up: the timestamp begins anew, near zero.
void PlayoutDelay::restart(std::uint32_t rtp_timestamp, LocalTime completed) {
  const std::int64_t timestamp = unwrapper_.peek(rtp_timestamp) % whole_wraps;
  unwrapper_.set_reference(timestamp);
  origin_ = completed.time_since_epoch() - to_media_time(timestamp);
  counted_.clear();
  recovered_ = 0;
  recent_.clear();
  delays_ = {};
  unrecovered_delays_ = {};
  hold_ = Duration::zero();
  last_ = completed;
}

void PlayoutDelay::observe(const Observation& observation) {
  last_ = std::max(last_, observation.at);
  count(observation);
  recent_.emplace(observation.at, observation);
  delays_.add(observation.delay);
  if (!observation.recovered) unrecovered_delays_.add(observation.delay);
  forget_old_delays();
}

void PlayoutDelay::count(const Observation& observation) {
  counted_.push_back({observation.at, observation.recovered});
  if (observation.recovered) ++recovered_;
  while (counted_.size() > 1 && counted_.front().at + recovered_memory < last_) {
    if (counted_.front().recovered) --recovered_;
    counted_.pop_front();
  }
}

void PlayoutDelay::forget_old_delays() {
  while (!recent_.empty() && recent_.begin()->first + memory < last_) {
    const Observation& old = recent_.begin()->second;
    delays_.remove(old.delay);
    if (!old.recovered) unrecovered_delays_.remove(old.delay);
    recent_.erase(recent_.begin());
  }
}

bool PlayoutDelay::recovered_count() const {
  return static_cast<double>(recovered_) > rarely_recovered * static_cast<double>(counted_.size());
}

Duration PlayoutDelay::wanted_hold() {
  const Duration without = covering_hold(unrecovered_delays_);
  const Duration wanted =
      recovered_count() ? std::min(covering_hold(delays_), without + limits_.max_for_recovered) : without;
  return std::min(wanted, longest_hold);
}

Duration PlayoutDelay::covering_hold(RunningQuantile& delays) const {
  return delays.empty() ? Duration::zero() : delays.quantile(limits_.covered) - base_;
}

}  // namespace evenkeel
