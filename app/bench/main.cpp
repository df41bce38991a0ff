#include "app/bench/command/bench_command_line.h"
#include "app/bench/command/run_bench.h"
#include "app/process/program_end.h"

namespace {

int run(const std::vector<std::string>& command_line) {
  using evenkeel::bench::BenchCommand;
  const auto parsed = evenkeel::bench::parse_bench_command_line({command_line.begin() + 1, command_line.end()});
  if (!parsed.value) return evenkeel::print_answer(parsed.text, parsed.exit_status);
  if (parsed.value->command == BenchCommand::receive) return evenkeel::bench::run_receiver(parsed.value->bind);
  if (parsed.value->command == BenchCommand::recovery) {
    return evenkeel::bench::run_recovery_bench(parsed.value->options);
  }
  return evenkeel::bench::run_bench(parsed.value->options, command_line);
}

}  // namespace

int main(int argc, char** argv) try {
  return evenkeel::end_program(run({argv, argv + argc}));
} catch (const std::exception& error) {
  return evenkeel::end_program(evenkeel::fail(evenkeel::exception_text(error)));
}
