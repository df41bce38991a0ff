#include "app/lab/sim/command/commands.h"
#include "app/process/program_end.h"

int main(int argc, char** argv) try {
  return evenkeel::sim::run_program({argv, argv + argc});
} catch (const std::exception& error) {
  return evenkeel::fail(evenkeel::exception_text(error));
}
