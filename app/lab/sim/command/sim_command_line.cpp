#include "app/lab/sim/command/sim_command_line.h"

#include <charconv>

#include "app/cli/parser/parse_arguments.h"
#include "app/lab/plan/settings.h"
#include "app/version.h"
#include "core/base/quantity.h"

namespace evenkeel::sim {
namespace {

// Parsers of option values. Each returns an empty string, or one sentence that says what is wrong and shows the right
// form.

/// "ldcc.w=20kbps"
std::string read_setting(const std::string& text, lab::Settings& settings) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || text.find('.') >= equals) {
    return "'" + text + "' is not a setting: write it as ldcc.w=20kbps.";
  }
  settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  return {};
}

std::string read_number(const std::string& text, std::uint64_t& number) {
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed == std::errc() && end == text.data() + text.size()) return {};
  return "'" + text + "' is not a whole number: write it as 5.";
}

/// Of a run: above zero, at most a day.
std::string read_length(const std::string& text, Duration& length) {
  const auto parsed = parse_duration(text);
  if (!parsed) return parsed.error;
  if (*parsed <= Duration::zero() || *parsed > 24h) return "'" + text + "' must be above 0s and at most 24h.";
  length = *parsed;
  return {};
}

/// 1 to 256.
std::string read_jobs(const std::string& text, std::size_t& jobs) {
  std::uint64_t number = 0;
  if (std::string error = read_number(text, number); !error.empty()) return error;
  if (number < 1 || number > 256) return "'" + text + "' is not from 1 to 256.";
  jobs = number;
  return {};
}

/// The raw command line, before values are parsed.
struct Raw {
  SimCommandLine line;
  std::vector<std::string> settings;
  std::optional<std::string> seed;
  std::optional<std::string> duration;
  std::optional<std::string> jobs;
  std::optional<std::string> judged;
};

void define_list(CLI::App& app, Raw& raw) {
  auto* list = app.add_subcommand("list", "lists every scenario: id, source, what it must show");
  list->callback([&raw] { raw.line.command = SimCommand::list; });
  list->add_flag("--json", raw.line.json, "JSON output");
}

void define_run(CLI::App& app, Raw& raw) {
  auto* run = app.add_subcommand("run", "runs scenarios, several at a time, into a folder per scenario and run");
  run->callback([&raw] { raw.line.command = SimCommand::run; });
  run->add_option("ID", raw.line.ids, "ids as in the list, beginnings of ids, or all; case is ignored")->required();
  const auto option = [&](const char* name, auto& value, const char* type, const std::string& help) {
    auto* made = run->add_option(name, value, help)->type_name(type);
    return made->multi_option_policy(CLI::MultiOptionPolicy::Throw);
  };
  option("--out", raw.line.out, "DIR", "the runs go to DIR/ID/RUN [" + raw.line.out + "]");
  run->add_option("--set", raw.settings, "a parameter of a controller or send loop, in all flows; repeatable")
      ->type_name("NAME.PARAMETER=VALUE")
      ->type_size(1)
      ->allow_extra_args(false);
  option("--controller", raw.line.choices.controller, "NAME", "replaces the planned one; see 'evenkeel controllers'");
  option("--seed", raw.seed, "NUMBER", "of everything random, except the planned start times of flows [1]");
  option("--duration", raw.duration, "TIME", "of each run; default: as planned");
  option("--jobs", raw.jobs, "NUMBER", "how many runs at a time; default: the number of cores");
  option("--link-trace", raw.line.choices.link_trace, "FILE",
         "a mobile link in mahimahi's format, replaces that of X-Mobile or C-f");
  run->add_flag("--quick", raw.line.choices.quick, "the scenarios' quick form: fewer and shorter runs");
  run->add_flag("--resume", raw.line.resume, "skips runs that exist already with the same configuration");
}

void define_check(CLI::App& app, Raw& raw) {
  auto* check = app.add_subcommand("check", "judges runs: a line for each claim; exit status 1 if one does not hold");
  check->callback([&raw] { raw.line.command = SimCommand::check; });
  check->add_option("DIR", raw.line.folders, "what 'run' wrote: all, one scenario's folder, or one run's")->required();
  check->add_option("--judged", raw.judged, "exit status 1 also if fewer claims than this can be judged")
      ->type_name("NUMBER");
  check->add_flag("--as-known", raw.line.as_known, "exit status 1 only if a claim deviates from what is known");
}

ParsedSimCommandLine wrong(const std::string& sentence) { return {std::nullopt, sentence, 2}; }

ParsedSimCommandLine apply(Raw& raw) {
  SimCommandLine& line = raw.line;
  std::string error;
  const auto take = [&error](const char* name, std::string wrong_text) {
    if (error.empty() && !wrong_text.empty()) error = std::string(name) + ": " + wrong_text;
  };
  for (const std::string& text : raw.settings) take("--set", read_setting(text, line.choices.settings));
  if (raw.seed) take("--seed", read_number(*raw.seed, line.choices.seed));
  if (raw.duration) take("--duration", read_length(*raw.duration, line.choices.duration));
  if (raw.jobs) take("--jobs", read_jobs(*raw.jobs, line.jobs));
  std::uint64_t judged = 0;
  if (raw.judged) take("--judged", read_number(*raw.judged, judged));
  line.min_judged = judged;
  if (line.out.empty()) take("--out", "an empty value means nothing here.");
  if (error.empty()) error = lab::check_choices(line.choices);
  return error.empty() ? ParsedSimCommandLine{line, "", 0} : wrong(error);
}

void define(CLI::App& app, Raw& raw) {
  app.set_version_flag("--version", std::string("evenkeel-sim ") + version);
  app.require_subcommand(1);
  define_list(app, raw);
  define_run(app, raw);
  define_check(app, raw);
}

}  // namespace

ParsedSimCommandLine parse_sim_command_line(const std::vector<std::string>& arguments) {
  CLI::App app("Evenkeel's laboratory: the experiments of the papers and of RFC 8867 in ns-3, and their claims.",
               "evenkeel-sim");
  Raw raw;
  define(app, raw);
  if (const auto answer = parse_arguments(app, arguments)) return {std::nullopt, answer->text, answer->exit_status};
  return apply(raw);
}

}  // namespace evenkeel::sim
