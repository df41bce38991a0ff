#pragma once

#include <stop_token>

#include "core/net/clock.h"

namespace evenkeel {

/// Sleeps until the instant; false if asked to stop before, which is noticed within 40 ms. The last stretch is one
/// sleep to the absolute instant.
bool sleep_until(LocalTime instant, const std::stop_token& stop);

}  // namespace evenkeel
