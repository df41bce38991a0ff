#include "app/window/window_options.h"

#include <cstdlib>

#include "app/cli/algorithm_catalog.h"
#include "app/cli/config_file.h"
#include "app/cli/option_texts.h"
#include "app/cli/turn_password.h"

namespace evenkeel {
namespace {

constexpr int default_port = 5004;

int port_of(const std::string& bind) {
  const auto colon = bind.ends_with(']') ? std::string::npos : bind.rfind(':');
  const int port = colon == std::string::npos ? 0 : std::atoi(bind.c_str() + colon + 1);
  return port > 0 ? port : default_port;
}

/// The tuning comes from the file alone, as with --config.
ConfigFile read_over(const CallOptions& told, const std::string& path, CallOptions& options) {
  options = told;
  apply_tuning({}, options);
  ConfigFile file = read_config(path, options);
  if (!file.error.empty()) return file;
  file.error = check_options(options);
  if (file.error.empty() && options.turn_password_file != told.turn_password_file) {
    file.error = take_turn_password(options);
  }
  if (!file.error.empty()) file.error = "In the configuration '" + path + "': " + file.error;
  return file;
}

}  // namespace

WindowOptions::WindowOptions(CallService& calls, std::set<std::string> named)
    : calls_(calls), told_(calls.options()), named_(std::move(named)), base_(told_) {}

std::vector<OptionInfo> WindowOptions::options() const { return describe_options(base_); }

std::string WindowOptions::check(const std::string& name, const std::string& text) const {
  const OptionSpec* const spec = find_option(name);
  CallOptions options = base_;
  return spec == nullptr ? "There is no option --" + name + "." : spec->set(options, text);
}

std::string WindowOptions::choose(const OptionTexts& texts) {
  auto options = with_texts(base_, texts);
  if (!options) return options.error;
  calls_.set_options(std::move(*options.value));
  chosen_ = texts;
  return {};
}

std::string WindowOptions::restore(const OptionTexts& kept) {
  KeptOptions result = take_kept(base_, named_, kept);
  calls_.set_options(std::move(result.options));
  chosen_ = std::move(result.taken);
  return result.notice;
}

std::optional<std::string> WindowOptions::text_of(const std::string& name) const {
  const OptionSpec* const spec = find_option(name);
  return spec == nullptr ? std::nullopt : spec->get(calls_.options());
}

int WindowOptions::port() const { return port_of(calls_.options().bind); }

Parsed<Configuration> WindowOptions::load(const std::string& path) {
  CallOptions options;
  const ConfigFile file = read_over(told_, path, options);
  if (!file.error.empty()) return {std::nullopt, file.error};
  base_ = options;
  chosen_.clear();
  calls_.set_options(options);
  return {Configuration{tuning_of(options), options.source, port(), options.audio, options.speaker, Direction::both,
                        shadow_names(options), unknown_keys_text(file)},
          ""};
}

}  // namespace evenkeel
