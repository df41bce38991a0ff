#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/bench/studies/bench_command_line.h"
#include "app/config_file.h"
#include "app/version/program_version.h"
#include "core/net/udp_socket.h"

namespace evenkeel {
namespace {

struct Given {
  const OptionSpec* spec;
  std::string text;
};

/// What the command line said, in its order, before anything is made of it: the configuration file comes first.
struct Raw {
  std::vector<Given> options;
  std::vector<std::pair<const bench::BenchOption*, std::string>> bench;
  std::optional<std::string> config;
  CommandLine line;
};

/// Options of calls and of the bench alike. `help_of` and `take` say what is to be told of one and done with its text.
template <class Spec, class HelpOf, class Take>
void add_specs(CLI::App& command, const std::vector<Spec>& specs, HelpOf help_of, Take take) {
  for (const Spec& spec : specs) {
    const std::string name = "--" + spec.name;
    const auto take_one = [&spec, take](const std::string& text) { take(spec, text); };
    if (spec.placeholder.empty()) {
      command.add_flag_callback(
          name, [take_one] { take_one("true"); }, spec.help);
      continue;
    }
    auto* option = command.add_option_function<std::vector<std::string>>(
        name,
        [take_one](const std::vector<std::string>& texts) { std::for_each(texts.begin(), texts.end(), take_one); },
        help_of(spec));
    option->type_name(spec.placeholder)->type_size(1)->allow_extra_args(false);
    if (!spec.repeatable) option->expected(1);
    option->multi_option_policy(spec.repeatable ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::Throw);
  }
}

void add_options(CLI::App& command, Raw& raw) {
  const auto help_of = [](const OptionSpec& spec) {
    const auto value = spec.get(CallOptions());
    return value ? spec.help + " [" + *value + "]" : spec.help;
  };
  add_specs(command, option_specs(), help_of, [&raw](const OptionSpec& spec, const std::string& text) {
    raw.options.push_back({&spec, text});
  });
  command.add_option("--config", raw.config, "a TOML file with these options; the command line wins")
      ->type_name("FILE");
}

void add_bench_options(CLI::App& command, Raw& raw) {
  const auto help_of = [](const bench::BenchOption& spec) { return spec.help; };
  add_specs(command, bench::bench_options(), help_of,
            [&raw](const bench::BenchOption& spec, const std::string& text) { raw.bench.emplace_back(&spec, text); });
}

std::size_t distance(const std::string& a, const std::string& b) {  // Levenshtein
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t cost = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({cost, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

/// The command that was used, and its name: "bench send-loop".
std::pair<const CLI::App*, std::string> used_command(const CLI::App& app) {
  std::pair<const CLI::App*, std::string> used{&app, ""};
  for (auto next = app.get_subcommands(); !next.empty(); next = next.front()->get_subcommands()) {
    used = {next.front(), used.second + next.front()->get_name() + " "};
  }
  return used;
}

std::string unknown_argument(const std::string& argument, const CLI::App& app) {
  const std::string name = argument.substr(0, argument.find('='));
  const auto [used, words] = used_command(app);
  const std::string help = "'evenkeel " + words + "--help'";
  if (!name.starts_with("--") || words.empty()) return "'" + name + "' means nothing here; see " + help + ".";
  std::string nearest;
  std::size_t best = 4;
  for (const CLI::Option* option : used->get_options()) {
    const std::size_t d = distance(name, option->get_name());
    if (d < best) {
      best = d;
      nearest = option->get_name();
    }
  }
  const std::string hint = nearest.empty() ? "" : " Did you mean '" + nearest + "'?";
  return "There is no option '" + name + "'." + hint + " See " + help + ".";
}

ParsedCommandLine wrong(const std::string& sentence) { return {std::nullopt, sentence, 2}; }

std::string check_callee(const std::string& address) {
  const std::string error = check_address(address);
  return error.empty() && address.ends_with(":0") ? "'" + address + "' has port 0, at which nobody can listen." : error;
}

ParsedCommandLine apply(Raw& raw) {
  CallOptions& options = raw.line.options;
  if (raw.config) {
    const std::string error = read_config_file(*raw.config, options);
    if (!error.empty()) return {std::nullopt, error, 1};
  }
  for (const Given& given : raw.options) {
    const std::string error = given.spec->set(options, given.text);
    if (!error.empty()) return wrong("--" + given.spec->name + ": " + error);
  }
  for (const auto& [spec, text] : raw.bench) {
    const std::string error = spec->set(raw.line.bench, text);
    if (!error.empty()) return wrong("--" + spec->name + ": " + error);
  }
  std::string error = raw.line.command == Command::bench_send_loop ? bench::check_bench_options(raw.line.bench)
                                                                   : check_options(options);
  if (error.empty() && raw.line.command == Command::call) error = check_callee(raw.line.address);
  if (!error.empty()) return wrong(error);
  bench::complete_bench_options(raw.line.bench);
  return {raw.line, "", 0};
}

void define_bench(CLI::App& app, Raw& raw) {
  auto* bench = app.add_subcommand("bench", "measures the send loops");
  bench->require_subcommand(1);
  auto* send = bench->add_subcommand("send-loop", "rate error, timing and cost of the send loops, against the papers");
  send->callback([&raw] { raw.line.command = Command::bench_send_loop; });
  add_bench_options(*send, raw);
  auto* receive = bench->add_subcommand("receive", "receives for 'bench send-loop --to' on another machine");
  receive->callback([&raw] { raw.line.command = Command::bench_receive; });
  receive->add_option("--bind", raw.line.bench_bind, "where to listen [" + raw.line.bench_bind + "]")
      ->type_name("ADDRESS:PORT");
}

void define(CLI::App& app, Raw& raw) {
  app.set_version_flag("--version", "evenkeel " + version_text());
  app.require_subcommand(0, 1);
  const auto call_command = [&](const char* name, const char* help, Command command) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->callback([&raw, command] { raw.line.command = command; });
    add_options(*sub, raw);
    return sub;
  };
  app.footer("Without a command the desktop app opens.");
  call_command("demo", "two peers on this machine, video both ways across an emulated link", Command::demo);
  call_command("listen", "waits for a call", Command::listen);
  auto* call = call_command("call", "calls a peer", Command::call);
  call->add_option("ADDRESS", raw.line.address, "HOST, HOST:PORT or [IPV6]:PORT; port 5004 if not given")->required();
  auto* open = app.add_subcommand("open", "shows recorded runs in the plots, several overlaid");
  open->callback([&raw] { raw.line.command = Command::open; });
  open->add_option("DIR", raw.line.runs, "folders that --out wrote")->required();
  const auto list_command = [&](const char* name, const char* help, Command command) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->add_flag("--json", raw.line.json, "for programs");
    sub->callback([&raw, command] { raw.line.command = command; });
  };
  define_bench(app, raw);
  list_command("devices", "cameras and their formats", Command::devices);
  list_command("controllers", "controllers and send loops with their parameters", Command::controllers);
}

}  // namespace

ParsedCommandLine parse_command_line(const std::vector<std::string>& arguments) {
  CLI::App app("Evenkeel: video calls whose rate control can be trusted, seen and tuned.", "evenkeel");
  Raw raw;
  define(app, raw);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    const auto [used, words] = used_command(app);
    const auto space = words.rfind(' ', words.size() - 2);  // help() adds the command's own name
    const std::string before = space == std::string::npos ? "" : " " + words.substr(0, space);
    return {std::nullopt, words.empty() ? app.help() : used->help("evenkeel" + before), 0};
  } catch (const CLI::CallForVersion& version_asked) {
    return {std::nullopt, std::string(version_asked.what()) + "\n", 0};
  } catch (const CLI::ExtrasError&) {
    std::vector<std::string> rest = app.remaining(true);
    return wrong(unknown_argument(rest.empty() ? "" : rest.front(), app));
  } catch (const CLI::ArgumentMismatch& mismatch) {
    const std::string what = mismatch.what();
    return wrong("'" + what.substr(0, what.find(':')) + "' needs one value. See 'evenkeel --help'.");
  } catch (const CLI::ParseError& error) {
    return wrong(std::string(error.what()) + ". See 'evenkeel --help'.");
  }
  return apply(raw);
}

}  // namespace evenkeel
