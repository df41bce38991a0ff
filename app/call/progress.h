#pragma once

#include <map>
#include <string>

#include "app/process/progress_line.h"
#include "core/telemetry/sample.h"

namespace evenkeel {

/// How a call goes, for whoever watches: one line that is rewritten on a terminal, else a plain line every ten seconds.
class Progress {
 public:
  /// Something that happened, on a line of its own.
  void say(const std::string& text) { line_.say(text); }
  void on_row(const Sample& row);
  void show(const std::string& state, Duration time);
  void finish() { line_.erase(); }

 private:
  std::string line(const std::string& state, Duration time) const;

  ProgressLine line_;
  Duration last_{-1};
  std::map<FlowName, Sample> latest_;
};

}  // namespace evenkeel
