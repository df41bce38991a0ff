#pragma once

#include <map>
#include <string>

#include "core/telemetry/sample.h"

namespace evenkeel {

/// How a run goes, for whoever watches: one line that is rewritten on a terminal, else a plain line every ten seconds.
/// Everything goes to standard error, so that standard output stays for results.
class Progress {
 public:
  Progress();

  /// Something that happened, on a line of its own.
  void say(const std::string& text);
  void on_row(const Sample& row);
  void show(const std::string& state, Duration time);
  void finish();

 private:
  std::string line(const std::string& state, Duration time) const;
  void erase();

  bool terminal_;
  bool shown_ = false;
  Duration last_{-1};
  std::map<FlowName, Sample> latest_;
};

}  // namespace evenkeel
