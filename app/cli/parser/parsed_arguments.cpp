#include "app/cli/parser/parsed_arguments.h"

#include <cstdio>

namespace evenkeel {

int print_answer(const std::string& text, int exit_status) {
  std::fprintf(exit_status == 0 ? stdout : stderr, "%s%s", text.c_str(), text.ends_with('\n') ? "" : "\n");
  return exit_status;
}

}  // namespace evenkeel
