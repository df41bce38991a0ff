#include "app/call/capacity_steps.h"

#include "core/base/quantity.h"

namespace evenkeel {

void CapacitySteps::follow(const Capacity& capacity, LocalTime start) {
  const auto steps = capacity.steps();
  steps_.assign(steps.begin(), steps.end());
  current_ = 0;
  start_ = start;
}

// The first step is no change: its rate also holds before its time.
std::optional<CapacitySteps::Change> CapacitySteps::poll(LocalTime now) {
  while (current_ + 1 < steps_.size() && start_ + steps_[current_ + 1].at <= now) {
    const CapacityStep& before = steps_[current_];
    const CapacityStep& after = steps_[++current_];
    if (before.rate == after.rate) continue;
    return Change{start_ + after.at, "capacity " + format_rate(before.rate, 4) + " to " + format_rate(after.rate, 4)};
  }
  return std::nullopt;
}

}  // namespace evenkeel
