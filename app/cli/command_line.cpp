#include "app/cli/command_line.h"

#include <algorithm>
#include <iostream>

#include "app/cli/call_place.h"
#include "app/cli/config_file.h"
#include "app/cli/link_options.h"
#include "app/cli/option_effects.h"
#include "app/cli/parser/parse_arguments.h"
#include "app/cli/pasted_input.h"
#include "app/cli/secret_file.h"
#include "app/cli/server_place.h"
#include "app/cli/stun_options.h"
#include "app/cli/turn_password.h"
#include "app/version/program_version.h"

namespace evenkeel {
namespace {

struct Given {
  const OptionSpec* spec;
  std::string text;
};

struct GivenToTune {
  const TuneOption* option;
  std::string text;
};

/// The command line as given, in its order. It is applied after the configuration file.
struct Raw {
  std::vector<Given> options;
  std::vector<GivenToTune> tune;
  std::optional<std::string> config;
  CommandLine line;
};

void add_options(CLI::App& command, const std::vector<OptionSpec>& specs, Raw& raw) {
  const auto help_of = [](const OptionSpec& spec) {
    const auto value = spec.get(CallOptions());
    return value ? spec.help + " [" + *value + "]" : spec.help;
  };
  add_specs(command, specs, help_of, [&raw](const OptionSpec& spec, const std::string& text) {
    raw.options.push_back({&spec, text});
  });
  command.add_option("--config", raw.config, "a TOML file with these options; the command line wins")
      ->type_name("FILE");
}

ParsedCommandLine wrong(const std::string& sentence) { return {std::nullopt, sentence, 2}; }

// As if it had been given by --whip or --whep, so that a token can stand beside it.
std::string take_typed_server(CommandLine& line) {
  CallOptions& options = line.options;
  if (line.command != Command::call || !told_server(options).empty()) return {};
  if (line.address == "-") {
    const auto given = read_callee(std::cin, options.insecure_rtp);
    if (!given) return "Standard input has no link.";
    line.address = *given;
  }
  if (!looks_like_server(line.address)) return {};
  const auto server = read_server(line.address);
  if (!server) return server.error;
  (server.value->call == ServerCall::publish ? options.whip : options.whep) = to_string(server.value->url);
  line.address.clear();
  return {};
}

// Other users of the machine can read a command line, and with it the secret of a link.
std::string take_callee(CommandLine& line) {
  if (const std::string server = told_server(line.options); !server.empty()) {
    if (!line.address.empty()) return "A link and a media server (--whip, --whep) exclude each other: leave one out.";
    line.address = server;
    return {};
  }
  if (line.address.empty()) return "A call needs the link that the peer shows, or a media server (--whip, --whep).";
  return check_callee(line.address, line.options);
}

std::set<std::string> names_of(const std::vector<Given>& options) {
  std::set<std::string> names;
  for (const Given& given : options) names.insert(given.spec->name);
  return names;
}

// A file and the command line may both set a parameter, since the command line wins; two values on one line contradict
// each other.
std::string check_settings(const std::vector<Given>& options) {
  std::set<std::string> keys;
  for (const Given& given : options) {
    if (given.spec->name != "set") continue;
    const std::string key = given.text.substr(0, given.text.find('='));
    if (!keys.insert(key).second) return "--set: '" + key + "' is given more than once: leave one out.";
  }
  return {};
}

std::string take_token(CallOptions& options) {
  if (!options.token_file) return {};
  const auto token = read_secret_file("--token-file", *options.token_file);
  if (!token) return token.error;
  const auto server = read_server(told_server(options));
  options.server_token = std::make_shared<const ServerToken>(server.value->url, *token);
  return {};
}

std::string take_trace(CallOptions& options) {
  if (!options.link_trace) return {};
  auto trace = read_trace(*options.link_trace);
  if (trace) options.trace = std::make_shared<const Capacity>(std::move(*trace.value));
  return trace.error;
}

/// What the files hold that the command line names: once, since a pipe gives it only once.
std::string take_files(CallOptions& options) {
  std::string error = take_token(options);
  if (error.empty()) error = take_turn_password(options);
  return error.empty() ? take_trace(options) : error;
}

ParsedCommandLine apply(Raw& raw) {
  CallOptions& options = raw.line.options;
  if (raw.config) {
    ConfigFile file = read_config(*raw.config, options);
    if (const std::string error = strict_error(file); !error.empty()) return wrong(error);
    raw.line.notice = call_options_text(*raw.config, file, options);
    raw.line.named = std::move(file.named);
  }
  for (const Given& given : raw.options) {
    const std::string error = given.spec->set(options, given.text);
    if (!error.empty()) return wrong("--" + given.spec->name + ": " + error);
    raw.line.named.insert(given.spec->name);
    options.configured.erase(given.spec->name);
  }
  if (const std::string error = check_settings(raw.options); !error.empty()) return wrong(error);
  for (const GivenToTune& given : raw.tune) {
    const std::string error = given.option->set(raw.line.tune, given.text);
    if (!error.empty()) return wrong("--" + given.option->name + ": " + error);
  }
  // A recorded run names the default too, which its limits bounded.
  if (raw.line.command == Command::tune || raw.line.command == Command::shadow) options.start_rate_is_told = false;
  std::string error = take_typed_server(raw.line);
  if (error.empty()) error = check_options(options);
  if (error.empty()) error = check_effects(raw.line.command, options, names_of(raw.options));
  if (error.empty() && raw.line.command == Command::tune) error = check_tune_options(raw.line.tune, options);
  if (error.empty() && raw.line.command == Command::shadow && !options.shadow) {
    error = "Which controllers? Name up to three by --shadow NAME[,NAME...].";
  }
  if (error.empty() && raw.line.command == Command::demo) error = check_demo_servers(options);
  if (error.empty() && raw.line.command == Command::call) error = take_callee(raw.line);
  if (error.empty()) error = take_files(options);
  if (!error.empty()) return wrong(error);
  return {raw.line, "", 0};
}

void define_tune(CLI::App& app, Raw& raw) {
  auto* tune = app.add_subcommand("tune", "finds parameters of a controller for a path, by calls in virtual time");
  tune->callback([&raw] { raw.line.command = Command::tune; });
  tune->add_option("DIR", raw.line.tune.run,
                   "a folder that --out wrote: the path is that of its last minute; without, --link describes it, or "
                   "it is that of the demo");
  add_specs(
      *tune, tune_options(), [](const TuneOption& option) { return option.help; },
      [&raw](const TuneOption& option, const std::string& text) {
        raw.tune.push_back({&option, text});
      });
  tune->add_flag("--dry-run", raw.line.tune.dry_run, "tells how the path was read, and searches nothing");
  tune->add_flag("--json", raw.line.tune.json,
                 "for programs: on standard output a line of JSON for the path, for each set as it is tried, and for "
                 "the result");
  add_options(*tune, tune_call_options(), raw);
}

/// What the controllers of --shadow need, for a run that is over.
const std::vector<OptionSpec>& shadow_options() {
  static const std::vector<OptionSpec> options = [] {
    std::vector<OptionSpec> all;
    for (const char* name : {"shadow", "set", "start-bitrate", "min-bitrate", "max-bitrate", "seed"}) {
      all.push_back(*find_option(name));
    }
    return all;
  }();
  return options;
}

void define_shadow(CLI::App& app, Raw& raw) {
  auto* shadow = app.add_subcommand(
      "shadow",
      "what other controllers would have done in a recorded run, from its packets.csv; CSV on standard output");
  shadow->callback([&raw] { raw.line.command = Command::shadow; });
  shadow->add_option("DIR", raw.line.runs, "a folder that --out wrote, with --packets")->required()->expected(1);
  shadow->add_option("--flow", raw.line.flow, "of that run; default: the first that sends")->type_name("NAME");
  add_options(*shadow, shadow_options(), raw);
}

void define(CLI::App& app, Raw& raw) {
  app.set_version_flag("--version", "evenkeel " + version_text());
  app.require_subcommand(0, 1);
  const auto call_command = [&](const char* name, const char* help, Command command) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->callback([&raw, command] { raw.line.command = command; });
    add_options(*sub, option_specs(), raw);
    return sub;
  };
  app.footer("Without a command the desktop app opens.");
  call_command("demo", "two peers on this machine, video both ways across an emulated link", Command::demo);
  call_command("listen", "waits for a call", Command::listen);
  auto* call = call_command("call", "calls a peer", Command::call);
  call->add_option("LINK", raw.line.address,
                   "the link that the peer's listen shows, or - to read it from standard input; with "
                   "--insecure-rtp HOST, HOST:PORT or [IPV6]:PORT, port 5004 if not given; none with --whip, --whep");
  auto* open = app.add_subcommand("open", "shows recorded runs in the plots, several overlaid");
  open->callback([&raw] { raw.line.command = Command::open; });
  open->add_option("DIR", raw.line.runs, "folders that --out wrote")->required();
  define_tune(app, raw);
  define_shadow(app, raw);
  const auto list_command = [&](const char* name, const char* help, Command command) {
    CLI::App* sub = app.add_subcommand(name, help);
    sub->add_flag("--json", raw.line.json, "for programs");
    sub->callback([&raw, command] { raw.line.command = command; });
  };
  app.add_subcommand(
      "bench", "measures the send loops and loss recovery");  // for the list of commands: see parse_command_line()
  list_command("devices", "cameras with their formats, microphones, loudspeakers", Command::devices);
  list_command("controllers", "controllers, send loops and loss recovery, with their parameters", Command::controllers);
}

}  // namespace

ParsedCommandLine parse_command_line(const std::vector<std::string>& arguments) {
  Raw raw;
  // evenkeel-bench is a program of its own, with a command line of its own.
  if (!arguments.empty() && arguments.front() == "bench") {
    raw.line.command = Command::bench;
    raw.line.bench = {arguments.begin() + 1, arguments.end()};
    return {raw.line, "", 0};
  }
  CLI::App app("Evenkeel: video calls whose rate control can be trusted, seen and tuned.", "evenkeel");
  define(app, raw);
  if (const auto answer = parse_arguments(app, arguments)) return {std::nullopt, answer->text, answer->exit_status};
  return apply(raw);
}

}  // namespace evenkeel
