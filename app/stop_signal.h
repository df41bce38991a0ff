#pragma once

namespace evenkeel {

/// From now on Ctrl+C and SIGTERM only make stop_requested() true. A second one ends the program at once.
void catch_stop_signals();
bool stop_requested();

}  // namespace evenkeel
