#include "core/session/protection_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace evenkeel {
namespace {

constexpr Duration replay_interval = 500ms;
constexpr Duration lowering_interval = 10s;

constexpr double same_frame = 0.1;  // of an interval, that a round trip may be longer
constexpr double small_frame = 3;   // packets: below, the window is counted in packets
constexpr double window_packets = 12;
constexpr std::size_t mean_over = 30;  // frames

}  // namespace

void ProtectionPlan::update(const Path& path, LocalTime now) {
  in_competition_ = path.in_competition;
  window_ = window_of(path);
  if (config_.fixed_share || (next_replay_ && now < *next_replay_)) return;
  next_replay_ = now + replay_interval;
  losses_.forget_before(now - RepairNeed::memory);
  go_to(need_.of(losses_, {path.round_trip_time, path.frame_interval, window_, has_small_frames()}, now), now);
}

double ProtectionPlan::share() const {
  if (config_.fixed_share) return *config_.fixed_share;
  return std::max(RepairNeed::shares[step_], in_competition_ ? limits_.min_in_competition : 0.0);
}

double ProtectionPlan::important_share() const {
  return config_.fixed_share ? *config_.fixed_share : RepairNeed::important_share(share());
}

void ProtectionPlan::reset() {
  losses_.clear();
  step_ = 0;
  overrated_ = false;
  next_replay_.reset();
}

// For about a round trip a repair packet can come before anything that was asked for.
std::size_t ProtectionPlan::window_of(const Path& path) const {
  const Duration interval = std::max<Duration>(path.frame_interval, 1ms);
  const double round_trip = to_seconds(path.round_trip_time.value_or(0ms)) / to_seconds(interval);
  const double frames =
      std::clamp<double>(std::ceil(round_trip - same_frame) + 1, ProtectionLimits::min_window, limits_.max_window);
  if (!has_small_frames()) return static_cast<std::size_t>(frames);
  return static_cast<std::size_t>(std::max(frames, std::ceil(window_packets / mean_packets())));
}

double ProtectionPlan::mean_packets() const {
  return losses_.mean_packets(losses_.size() - std::min(losses_.size(), mean_over));
}

bool ProtectionPlan::has_small_frames() const { return mean_packets() > 0 && mean_packets() < small_frame; }

void ProtectionPlan::go_to(RepairNeed::Step needed, LocalTime now) {
  if (losses_.first_loss() == losses_.size()) step_ = 0;
  const bool overrated = std::exchange(overrated_, false);
  if (needed >= step_ || overrated) {
    step_ = needed;
    needed_ = now;
  } else if (now - needed_ >= lowering_interval) {
    --step_;
    needed_ = now;
  }
}

}  // namespace evenkeel
