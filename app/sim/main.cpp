#include <cstdio>

#include "app/process/exception_text.h"
#include "app/sim/command/commands.h"

int main(int argc, char** argv) try {
  return evenkeel::sim::run_program({argv, argv + argc});
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", evenkeel::exception_text(error).c_str());
  return 1;
}
