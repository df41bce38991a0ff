#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "app/call/call_run.h"
#include "app/process/doorbell.h"
#include "app/process/progress_line.h"
#include "core/telemetry/sample.h"

namespace evenkeel {

/// Shows how a call goes: one line that is rewritten on a terminal, otherwise a plain line every ten seconds.
class Progress {
 public:
  /// Prints a message on a line of its own.
  void say(const std::string& text) { line_.say(text); }
  void on_row(const Sample& row);
  void show(const std::string& state, Duration time);
  void finish() { line_.erase(); }
  /// The state, and of each flow that goes on what its newest row says.
  std::string line(const std::string& state, Duration time) const;

 private:
  ProgressLine line_;
  Duration last_{-1};
  std::map<FlowName, Sample> latest_;
};

/// Tells a listener's link, or the file that it was written to.
std::string link_text(const std::optional<std::string>& file, const std::string& link);

/// A call without a window: messages and progress go to standard error, the summary to standard output.
class HeadlessRun {
 public:
  HeadlessRun(const CallOptions& options, std::vector<std::string> command_line);

  CallRun& run() { return run_; }
  Progress& progress() { return progress_; }

  /// Until a router was asked, where it is (--map-port); some seconds at most. False: there is no link for whoever
  /// waits for it, which has been told.
  bool wait_for_link();
  /// Runs until the duration is over, a signal comes, or `ended` returns true.
  /// `input`: a file that `ended` reads where there is something, or -1; asked for each time. May be empty.
  void loop(const std::function<bool()>& ended, const std::function<int()>& input = {});

  /// Hangs up, writes and prints the summary. Returns the exit status.
  int finish();

 private:
  void pause(Duration left, int input);

  Progress progress_;
  Doorbell news_;  // before the call, whose threads ring it
  CallRun run_;
};

}  // namespace evenkeel
