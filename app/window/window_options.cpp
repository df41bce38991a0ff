#include "app/window/window_options.h"

#include <cstdlib>

#include "app/cli/algorithm_catalog.h"
#include "app/cli/config_file.h"
#include "app/cli/option_texts.h"
#include "app/files/untrusted_file.h"

namespace evenkeel {
namespace {

constexpr int default_port = 5004;

int port_of(const std::string& bind) {
  const auto colon = bind.ends_with(']') ? std::string::npos : bind.rfind(':');
  const int port = colon == std::string::npos ? 0 : std::atoi(bind.c_str() + colon + 1);
  return port > 0 ? port : default_port;
}

/// Without the tuning of the command line: as with --config, it comes from the file alone.
CallOptions untuned(const CallOptions& told) {
  CallOptions options = told;
  apply_tuning({}, options);
  return options;
}

std::string in_file(const std::string& path, const std::string& error) {
  return error.empty() ? "" : "In the configuration '" + path + "': " + error;
}

OptionTexts places_among(OptionTexts texts) {
  std::erase_if(texts, [](const auto& one) {
    const OptionSpec* const spec = find_option(one.first);
    return spec == nullptr || group_of(*spec, one.second) != OptionGroup::place;
  });
  return texts;
}

OptionTexts without_tuning(OptionTexts texts) {
  std::erase_if(texts, [](const auto& one) {
    const OptionSpec* const spec = find_option(one.first);
    return spec != nullptr && spec->group == OptionGroup::tuning;
  });
  return texts;
}

/// Nobody expects tuning to change how calls are made, so a file that has nothing else leaves that as it is.
ConfigurationPart part_of(const ConfigFile& file, const CallOptions& before, const CallOptions& after,
                          const AskForPart& ask) {
  if (!sets_call_options(file)) return ConfigurationPart::tuning;
  std::vector<ConfigurationChange> changes;
  for (const OptionChange& one : call_changes(before, after)) changes.push_back({one.name, one.before, one.after});
  return changes.empty() ? ConfigurationPart::everything : ask(changes);
}

std::string notice_of(const ConfigFile& file) {
  const std::string unknown = unknown_keys_text(file), places = places_text(file);
  return unknown + (unknown.empty() || places.empty() ? "" : " ") + places;
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

Parsed<Configuration> WindowOptions::load(const std::string& path, const AskForPart& ask) {
  // A pipe would keep the window waiting.
  if (const std::string reason = why_unreadable(path); !reason.empty())
    return {std::nullopt, unreadable_config_text(path, reason)};
  CallOptions options = untuned(told_);
  const ConfigFile file = read_config(path, options);
  if (!file.error.empty()) return {std::nullopt, file.error};
  OptionTexts kept = places_among(chosen_);
  auto all = with_texts(options, kept);
  if (!all) return {std::nullopt, in_file(path, all.error)};
  const ConfigurationPart part = part_of(file, calls_.options(), *all, ask);
  if (part == ConfigurationPart::nothing) return {std::nullopt, ""};
  if (part == ConfigurationPart::tuning) {
    options = with_call_options(std::move(options), base_);
    kept = without_tuning(chosen_);
    all = with_texts(options, kept);
    if (!all) return {std::nullopt, in_file(path, all.error)};
  }
  chosen_ = kept;
  base_ = options;
  options = *all;
  calls_.set_options(options);
  return {Configuration{tuning_of(options), options.source, port(), options.audio, options.speaker, Direction::both,
                        shadow_names(options), part == ConfigurationPart::tuning, notice_of(file)},
          ""};
}

}  // namespace evenkeel
