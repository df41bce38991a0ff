#include "core/control/shadow_controllers.h"

#include <algorithm>
#include <utility>

namespace evenkeel {

ShadowControllers::ShadowControllers(std::vector<std::unique_ptr<RateController>> controllers)
    : controllers_(std::move(controllers)) {
  if (controllers_.size() > max_shadows) controllers_.resize(max_shadows);
}

void ShadowControllers::start(const RateLimits& limits, std::uint64_t seed, LocalTime now) {
  running_ = true;
  for (std::size_t i = 0; i < controllers_.size(); ++i) {
    targets_[i] = controllers_[i]->start(limits, seed, now).target;
  }
}

void ShadowControllers::on_sent(const SentPacket& packet) {
  if (!running_) return;
  run_timers(packet.sent);
  for (const auto& controller : controllers_) controller->on_sent(packet);
}

void ShadowControllers::on_report(const PathReport& report) {
  if (!running_) return;
  run_timers(report.now);
  for (std::size_t i = 0; i < controllers_.size(); ++i) {
    if (const auto update = controllers_[i]->on_report(report)) targets_[i] = update->target;
  }
}

std::span<const DataRate> ShadowControllers::targets(LocalTime now) {
  if (running_) run_timers(now);
  return std::span(targets_).first(controllers_.size());
}

void ShadowControllers::run_timers(LocalTime now) {
  for (std::size_t i = 0; i < controllers_.size(); ++i) {
    LocalTime last = LocalTime::min();
    for (auto due = controllers_[i]->next_tick(); due && *due <= now && *due > last;
         due = controllers_[i]->next_tick()) {
      last = *due;
      if (const auto update = controllers_[i]->on_tick(*due)) targets_[i] = update->target;
    }
  }
}

}  // namespace evenkeel
