#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "core/rtp/sequence_unwrapper.h"
#include "core/session/playout_delay.h"

namespace evenkeel::test {

/// PlayoutDelay as its rule reads: looks at all frames of ten seconds for each frame.
class SimplePlayoutDelay {
 public:
  LocalTime show_at(std::uint32_t rtp_timestamp, LocalTime completed, bool recovered) {
    const Duration media_time(unwrapper_.unwrap(rtp_timestamp) * 100'000 / 9);
    const Duration delay = completed.time_since_epoch() - media_time;
    if (!origin_ || std::chrono::abs(delay - *origin_) > 10s) restart(delay, completed);
    const LocalTime before = last_;
    observe({completed, delay, recovered});
    base_ = smallest_delay();
    const Duration slowly = hold_ - from_seconds(0.1 * to_seconds(last_ - before));
    hold_ = std::max({wanted_hold(), slowly, Duration::zero()});
    return std::max(completed, LocalTime(media_time + base_ + hold_));
  }
  Duration hold() const { return hold_; }
  void set_limits(const PlayoutLimits& limits) { limits_ = limits; }

 private:
  struct Observation {
    LocalTime at;
    Duration delay;
    bool recovered;
  };
  void restart(Duration delay, LocalTime now) {
    origin_ = delay;
    observations_.clear();
    hold_ = Duration::zero();
    last_ = now;
  }
  void observe(const Observation& observation) {
    last_ = std::max(last_, observation.at);
    observations_.push_back(observation);
    while (observations_.size() > 1 && observations_.front().at + 10s < last_) observations_.pop_front();
  }
  bool is_recent(const Observation& observation) const { return observation.at + 2s >= last_; }
  bool recovered_count() const {
    const auto recovered = std::ranges::count(observations_, true, &Observation::recovered);
    return static_cast<double>(recovered) > 0.05 * static_cast<double>(observations_.size());
  }
  Duration smallest_delay() const {
    Duration smallest = observations_.back().delay;
    for (const Observation& o : observations_) {
      if (is_recent(o)) smallest = std::min(smallest, o.delay);
    }
    return smallest;
  }
  Duration wanted_hold() const {
    const Duration without = covering_hold(false);
    const Duration with = recovered_count() ? covering_hold(true) : without;
    return std::min<Duration>(std::min(with, without + limits_.max_for_recovered), 250ms);
  }
  Duration covering_hold(bool with_recovered) const {
    std::vector<Duration> above;
    for (const Observation& o : observations_) {
      if (is_recent(o) && (with_recovered || !o.recovered)) above.push_back(o.delay - base_);
    }
    if (above.empty()) return Duration::zero();
    std::ranges::sort(above);
    return above[static_cast<std::size_t>(limits_.covered * static_cast<double>(above.size() - 1))];
  }

  PlayoutLimits limits_;
  SequenceUnwrapper<std::uint32_t> unwrapper_;
  std::optional<Duration> origin_;
  std::deque<Observation> observations_;
  Duration base_{};
  Duration hold_{};
  LocalTime last_{};
};

}  // namespace evenkeel::test
