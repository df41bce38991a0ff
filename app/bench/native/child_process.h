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
  std::optional<int> cpu;  ///< the only processor it runs on; where there is none such, the child does not start
  bool realtime = false;   ///< SCHED_FIFO, where allowed
  int output = -1;         ///< file descriptor of its standard output; -1: nowhere
};

/// A process that does not outlive this object, nor the thread that started it, which must stay while it runs.
class ChildProcess {
 public:
  ChildProcess() = default;
  ~ChildProcess() { end(); }
  ChildProcess(ChildProcess&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Runs a program by its path or, without a slash, by the search path. An object that is not running: the kernel has
  /// no processes left.
  static ChildProcess run(const std::vector<std::string>& command, const ChildSetup& setup);
  /// Runs a function in a copy of this process. It may call nothing that allocates or locks, for other threads may have
  /// been at it when the copy was made; when it returns, the child ends. `kept`: the only file it has left.
  static ChildProcess fork_into(void (*body)(int kept), int kept, const ChildSetup& setup);

  bool started() const { return pid_ > 0; }
  /// Whether it has ended by itself, and with what exit status (-1: by a signal).
  std::optional<int> exit_status();
  /// Tells it to end and does not wait.
  void signal_end();
  /// Ends it at once and returns when it is gone.
  void end();

 private:
  pid_t pid_ = -1;
};

}  // namespace evenkeel::bench
