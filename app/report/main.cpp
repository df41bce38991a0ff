#include <cstdio>

#include "app/process/exception_text.h"
#include "app/report/command/run_report.h"

int main(int argc, char** argv) try {
  return evenkeel::report::run_report({argv + 1, argv + argc});
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", evenkeel::exception_text(error).c_str());
  return 1;
}
