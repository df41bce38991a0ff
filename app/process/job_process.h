#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "app/process/process_pool.h"

namespace evenkeel {

/// A job in its process, seen from the parent, which must call end() to reap it.
class JobProcess {
 public:
  /// Forks. Returns nullopt, with one sentence in `error`, if the kernel has no processes or files left.
  static std::optional<JobProcess> start(const ProcessJob& job, std::string& error);

  /// A file descriptor that is readable when there is output.
  int output() const { return output_; }
  /// Reads the job's output and returns the latest progress, if any. Sets `ended` at the end of the output.
  std::optional<Duration> read(bool& ended);
  /// Waits for the process to end; soon after the end of its output.
  JobEnd end(bool stopping);
  void signal(int number) const;

 private:
  JobProcess(pid_t pid, int output) : pid_(pid), output_(output) {}

  pid_t pid_;
  int output_;
  std::string text_;  ///< not yet a whole line
  std::string error_;
};

}  // namespace evenkeel
