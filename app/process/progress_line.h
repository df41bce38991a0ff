#pragma once

#include <cstdio>
#include <string>

namespace evenkeel {

/// Shows the progress of a program: one line that is rewritten on a terminal, cut to one row. Everything goes to
/// standard error; standard output is for results. If the reader has gone (`2>&1 | head`), calls request_stop().
class ProgressLine {
 public:
  explicit ProgressLine(std::FILE* out = stderr);

  bool on_terminal() const { return terminal_; }
  /// Rewrites the line; on a terminal only.
  void draw(const std::string& text);
  /// Prints a message on a line of its own.
  void say(const std::string& text);
  void erase();

 private:
  void put(const std::string& text);

  std::FILE* out_;
  bool terminal_;
  bool shown_ = false;
};

}  // namespace evenkeel
