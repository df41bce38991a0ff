#pragma once

#include <cstdio>
#include <string>

namespace evenkeel {

/// Where a program is, for whoever waits: one line that is rewritten on a terminal and takes one row there, however
/// narrow it is. Everything goes to standard error, so that standard output stays for results. Where nobody reads it
/// any longer (`2>&1 | head`) the program is asked to stop.
class ProgressLine {
 public:
  explicit ProgressLine(std::FILE* out = stderr);

  bool on_terminal() const { return terminal_; }
  /// Rewrites the line; on a terminal only.
  void draw(const std::string& text);
  /// Something that happened, on a line of its own.
  void say(const std::string& text);
  void erase();

 private:
  void put(const std::string& text);

  std::FILE* out_;
  bool terminal_;
  bool shown_ = false;
};

}  // namespace evenkeel
