#include "app/lab/report/command/run_report.h"
#include "app/process/program_end.h"

int main(int argc, char** argv) try {
  return evenkeel::report::run_report({argv + 1, argv + argc});
} catch (const std::exception& error) {
  return evenkeel::fail(evenkeel::exception_text(error));
}
