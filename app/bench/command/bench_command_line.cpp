#include "app/bench/command/bench_command_line.h"

#include "app/bench/command/option_specs.h"
#include "app/cli/parser/parse_arguments.h"
#include "app/version/program_version.h"

namespace evenkeel::bench {
namespace {

/// The raw command line, before values are parsed.
struct Raw {
  std::vector<std::pair<const BenchOption*, std::string>> options;
  BenchCommandLine line;
};

void add_options(CLI::App& command, const std::vector<BenchOption>& options, Raw& raw) {
  add_specs(
      command, options, [](const BenchOption& spec) { return spec.help; },
      [&raw](const BenchOption& spec, const std::string& text) { raw.options.emplace_back(&spec, text); });
}

void define(CLI::App& app, Raw& raw) {
  app.set_version_flag("--version", "evenkeel-bench " + version_text());
  app.require_subcommand(1);
  auto* send =
      app.add_subcommand("send-loop", "rate error, timing and cost of the send loops, compared with the papers");
  send->callback([&raw] { raw.line.command = BenchCommand::send_loop; });
  add_options(*send, bench_options(), raw);
  auto* recovery = app.add_subcommand("recovery", "what repair, retransmission and references give, in virtual time");
  recovery->callback([&raw] { raw.line.command = BenchCommand::recovery; });
  add_options(*recovery, recovery_options(), raw);
  auto* receive = app.add_subcommand("receive", "receives for 'bench send-loop --to' on another machine");
  receive->callback([&raw] { raw.line.command = BenchCommand::receive; });
  receive->add_option("--bind", raw.line.bind, "where to listen [" + raw.line.bind + "]")->type_name("ADDRESS:PORT");
}

ParsedBenchCommandLine apply(Raw& raw) {
  const auto wrong = [](const std::string& sentence) { return ParsedBenchCommandLine{std::nullopt, sentence, 2}; };
  BenchOptions& options = raw.line.options;
  for (const auto& [spec, text] : raw.options) {
    const std::string error = spec->set(options, text);
    if (!error.empty()) return wrong("--" + spec->name + ": " + error);
  }
  if (raw.line.command == BenchCommand::send_loop) {
    if (const std::string error = check_bench_options(options); !error.empty()) return wrong(error);
  }
  complete_bench_options(options);
  return {raw.line, "", 0};
}

}  // namespace

ParsedBenchCommandLine parse_bench_command_line(const std::vector<std::string>& arguments) {
  CLI::App app("Measures the send loops and loss recovery.", "evenkeel bench");  // as users start it
  Raw raw;
  define(app, raw);
  if (const auto answer = parse_arguments(app, arguments)) return {std::nullopt, answer->text, answer->exit_status};
  return apply(raw);
}

}  // namespace evenkeel::bench
