#pragma once

#include <atomic>

namespace evenkeel {

/// From now on Ctrl+C and SIGTERM only make stop_requested() true. A second one ends the program at once.
void catch_stop_signals();
bool stop_requested();
/// The same, for whoever waits on it from a layer below.
const std::atomic<bool>& stop_flag();

}  // namespace evenkeel
