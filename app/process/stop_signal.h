#pragma once

#include <atomic>

namespace evenkeel {

/// From now on Ctrl+C, SIGTERM and SIGHUP (the terminal was closed; not under nohup) only make stop_requested() true. A
/// second Ctrl+C or SIGTERM ends the program at once; of SIGHUP there are two where a shell passes it on.
void catch_stop_signals();
/// From now on a pipe that nobody reads any longer does not end the program: writing to it fails.
void survive_broken_pipes();
void request_stop();
bool stop_requested();
/// The same, for whoever waits on it from a layer below.
const std::atomic<bool>& stop_flag();

}  // namespace evenkeel
