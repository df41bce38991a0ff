#include "core/session/sound_plan.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr Duration longest_step = 500ms;

}  // namespace

void SoundPlan::on_rate(DataRate rate, bool used, LocalTime now) {
  const Duration passed = std::min<Duration>(now - told_.value_or(now), longest_step);
  told_ = now;
  saves_.follow(saving, rate, used, passed);
  pauses_.follow(pausing, rate, used, passed);
}

void SoundPlan::Switch::follow(const Limits& limits, DataRate rate, bool used, Duration passed) {
  const bool speaks = on ? rate >= limits.off_from : used && rate < limits.on_below;
  time = speaks ? time + passed : Duration::zero();
  if (time < (on ? limits.off_after : limits.on_after)) return;
  on = !on;
  time = Duration::zero();
}

}  // namespace evenkeel
