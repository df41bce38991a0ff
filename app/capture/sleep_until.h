#pragma once

#include <stop_token>

#include "core/net/clock.h"

namespace evenkeel {

/// Sleeps until the instant; false if asked to stop before, at once.
bool sleep_until(LocalTime instant, const std::stop_token& stop);

}  // namespace evenkeel
