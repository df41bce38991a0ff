#pragma once

#include <cstdio>
#include <optional>
#include <string>

namespace evenkeel {

/// The result of parsing arguments: a command line, or a text to print before the program exits.
template <class Line>
struct ParsedArguments {
  std::optional<Line> value;
  std::string text;     ///< help or version, or the sentence that says what is wrong
  int exit_status = 0;  ///< without a value: 0 for help, 2 for wrong usage and files that cannot be used
};

/// Prints help on standard output, errors on standard error. Returns the status.
inline int print_answer(const std::string& text, int exit_status) {
  std::fprintf(exit_status == 0 ? stdout : stderr, "%s%s", text.c_str(), text.ends_with('\n') ? "" : "\n");
  return exit_status;
}

}  // namespace evenkeel
