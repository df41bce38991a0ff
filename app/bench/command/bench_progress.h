#pragma once

#include <string>

#include "app/process/progress_line.h"
#include "core/base/time.h"

namespace evenkeel::bench {

/// Progress of the bench: on a terminal one line that is rewritten, otherwise a line per run.
class BenchProgress {
 public:
  BenchProgress(std::size_t runs, Duration total);

  void begin(const std::string& what, Duration length);
  void part(double share) { draw(share); }  ///< part of the run that is done, 0 to 1
  void end();
  void say(const std::string& text) { line_.say(text); }
  void finish() { line_.erase(); }

 private:
  std::string where() const;
  void draw(double share);

  ProgressLine line_;
  std::size_t runs_;
  std::size_t run_ = 0;
  Duration left_;
  Duration length_{};
  std::string what_;
};

}  // namespace evenkeel::bench
