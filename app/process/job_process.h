#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "app/process/process_pool.h"

namespace evenkeel {

/// A job in its process, seen from the parent, which must reap it by end().
class JobProcess {
 public:
  /// Forks. Where the kernel has no processes or files left there is none, and `error` says so in one sentence.
  static std::optional<JobProcess> start(const ProcessJob& job, std::string& error);

  /// Becomes readable when there is something to take.
  int output() const { return output_; }
  /// Takes what the job has said: the latest progress, if any. Sets `ended` when it will say no more.
  std::optional<Duration> read(bool& ended);
  /// Waits for its end, which is near once it has said all.
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
