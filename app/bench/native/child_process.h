#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/time.h"

namespace evenkeel::bench {

/// How a child starts.
struct ChildSetup {
  std::optional<int> cpu;  ///< the only processor it runs on; if it does not exist, the child does not start
  bool realtime = false;   ///< SCHED_FIFO, where allowed
  int output = -1;         ///< file descriptor of its standard output; -1: nowhere
};

/// A child process that ends with this object, and with the thread that started it, which must live while the child
/// runs.
class ChildProcess {
 public:
  ChildProcess() = default;
  ~ChildProcess() { end(); }
  ChildProcess(ChildProcess&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Runs a program, given by its path, or by its name for the search path. If fork fails, started() is false.
  static ChildProcess run(const std::vector<std::string>& command, const ChildSetup& setup);
  /// Runs a function in a fork of this process. It must not allocate or lock, since other threads may have held locks
  /// when the process forked. The child ends when it returns. `kept`: the only file that stays open.
  static ChildProcess fork_into(void (*body)(int kept), int kept, const ChildSetup& setup);

  bool started() const { return pid_ > 0; }
  /// The exit status if it has ended by itself (-1: by a signal).
  std::optional<int> exit_status();
  /// Signals it to end and does not wait.
  void signal_end();
  /// Kills it and waits until it has ended.
  void end();

 private:
  pid_t pid_ = -1;
};

}  // namespace evenkeel::bench
