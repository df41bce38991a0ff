#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/base/time.h"

namespace evenkeel {

/// Reports a job's progress to the parent, in the job's own time. Returns false if the job should stop early. May be
/// called often.
using JobReport = std::function<bool(Duration done)>;

/// Work for a forked copy of this process.
struct ProcessJob {
  std::string name;
  /// Returns an empty string, or one sentence that says what failed.
  std::function<std::string(const JobReport& report)> body;
};

struct JobEnd {
  enum class How {
    done,
    failed,   ///< its body says why, or threw
    crashed,  ///< a signal ended it
    stopped,  ///< early, because all jobs had to stop
  };
  How how = How::done;
  std::string error;  ///< one sentence where it failed or crashed
};

/// Callbacks in the parent process; jobs are identified by their index.
class JobWatcher {
 public:
  virtual ~JobWatcher() = default;
  virtual void on_start(std::size_t) {}
  virtual void on_progress(std::size_t, Duration) {}
  virtual void on_end(std::size_t, const JobEnd&) {}
  virtual void on_tick() {}  ///< several times a second
};

/// Runs the jobs in their order, at most `at_once` at a time, each in a process of its own; returns when all have
/// ended. `stop` is polled several times a second: once it returns true no job starts, and running jobs get SIGTERM,
/// after which their report() returns false; two seconds later they are killed. Must be called before the program has a
/// second thread.
void run_jobs(const std::vector<ProcessJob>& jobs, std::size_t at_once, const std::function<bool()>& stop,
              JobWatcher& watcher);

}  // namespace evenkeel
