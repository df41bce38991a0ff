#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/base/time.h"

namespace evenkeel {

/// Tells the parent how far a job is, in whatever time the job counts. False: it is to end early. May be called often.
using JobReport = std::function<bool(Duration done)>;

/// What runs in a process of its own, a copy of this one.
struct ProcessJob {
  std::string name;
  std::function<std::string(const JobReport& report)> body;  ///< returns nothing, or one sentence on what failed
};

struct JobEnd {
  enum class How {
    done,
    failed,   ///< its body says why, or threw
    crashed,  ///< a signal ended it
    stopped,  ///< before its end, because all were to stop
  };
  How how = How::done;
  std::string error;  ///< one sentence where it failed or crashed
};

/// Follows jobs, which are known by their index, from the parent process.
class JobWatcher {
 public:
  virtual ~JobWatcher() = default;
  virtual void on_start(std::size_t) {}
  virtual void on_progress(std::size_t, Duration) {}
  virtual void on_end(std::size_t, const JobEnd&) {}
  virtual void on_tick() {}  ///< several times a second
};

/// Runs the jobs in their order, at most `at_once` at a time, each in a process of its own; returns when all have
/// ended. `stop` is asked several times a second: once it is true no job begins, and those that run get SIGTERM, which
/// makes their report false; two seconds later they are killed. Must be called before the program has a second thread.
void run_jobs(const std::vector<ProcessJob>& jobs, std::size_t at_once, const std::function<bool()>& stop,
              JobWatcher& watcher);

}  // namespace evenkeel
