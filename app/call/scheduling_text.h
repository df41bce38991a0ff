#pragma once

#include <optional>
#include <string>

#include "core/net/realtime.h"

namespace evenkeel {

/// Of the threads of a call that must not wake up late.
struct CallScheduling {
  SchedulingClass packets = SchedulingClass::normal;
  std::optional<SchedulingClass> sound{};  ///< the lowest; nullopt if there is none
};

bool all_realtime(const CallScheduling& classes);

/// One line: which class they run in, and why it is not the real-time class. `failure`: realtime_failure().
std::string scheduling_text(const CallScheduling& classes, const std::string& failure);

}  // namespace evenkeel
