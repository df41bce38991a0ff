#pragma once

#include <functional>

#include "app/call/call_run.h"
#include "app/call/progress.h"

namespace evenkeel {

/// A call without a window: what happens goes to standard error, the summary to standard output.
class HeadlessRun {
 public:
  HeadlessRun(const CallOptions& options, std::vector<std::string> command_line);

  CallRun& run() { return run_; }
  Progress& progress() { return progress_; }

  /// Runs until the duration is over, a signal comes, or `ended` returns true.
  void loop(const std::function<bool()>& ended);

  /// Hangs up, writes and prints the summary. Returns the exit status.
  int finish();

 private:
  Progress progress_;
  CallRun run_;
};

}  // namespace evenkeel
