#pragma once

#include <atomic>
#include <exception>
#include <string>

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

/// One sentence on standard error on what the environment refused; returns the exit status for it, 1.
int fail(const std::string& sentence);

/// One sentence on what nothing below handled: as a rule the machine has no thread, file descriptor or memory left.
std::string exception_text(const std::exception& error);

/// Lives as long as a thread that nobody waits for. While there is one, the program must not end through exit(), which
/// destroys what the thread may still use.
class LeftWork {
 public:
  LeftWork();
  ~LeftWork();
  LeftWork(const LeftWork&) = delete;
  LeftWork& operator=(const LeftWork&) = delete;
};

bool is_work_left();

/// To be the last thing that main() does: returns the status, or ends the program with it where work is left.
int leave(int status);

}  // namespace evenkeel
