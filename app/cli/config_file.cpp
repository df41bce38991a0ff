#include "app/cli/config_file.h"

#include <toml++/toml.h>

#include <filesystem>
#include <sstream>

#include "core/control/factory/controller_factory.h"
#include "core/pacing/pacer_factory.h"

namespace evenkeel {
namespace {

std::string at_line(const std::string& path, const toml::node& node) {
  return "In the configuration '" + path + "', line " + std::to_string(node.source().begin.line) + ": ";
}

std::optional<std::string> value_text(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* boolean = node.as_boolean()) return boolean->get() ? "true" : "false";
  if (node.is_integer() || node.is_floating_point()) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    if (const auto* integer = node.as_integer()) text << integer->get();
    if (const auto* number = node.as_floating_point()) text << number->get();
    return text.str();
  }
  return std::nullopt;
}

std::string known_options() {
  std::string names;
  for (const OptionSpec& spec : option_specs()) {
    if (!spec.repeatable) names += (names.empty() ? "" : ", ") + spec.name;
  }
  return names;
}

std::string apply_value(const std::string& key, const toml::node& node, CallOptions& options) {
  const OptionSpec* spec = find_option(key);
  if (spec == nullptr || spec->repeatable) return "unknown key '" + key + "'; known are " + known_options() + ".";
  const auto text = value_text(node);
  if (!text) return "'" + key + "' takes a single value.";
  const std::string error = spec->set(options, *text);
  const bool names_algorithm = key == "controller" || key == "send-loop";
  return error.empty() && names_algorithm ? make_algorithms(options).error : error;
}

std::string apply_table(const std::string& name, const toml::table& table, CallOptions& options,
                        const toml::node*& at) {
  if (table.empty() && !make_controller(name) && !make_pacer(name)) {
    return "There is no '" + name + "' to set; see 'evenkeel controllers'.";
  }
  for (const auto& [key, node] : table) {
    at = &node;
    const auto text = value_text(node);
    if (!text) return "'" + std::string(key.str()) + "' takes a single value.";
    options.settings.emplace_back(name + '.' + std::string(key.str()), *text);
    const std::string error = make_algorithms(options).error;
    if (!error.empty()) return error;
  }
  return {};
}

}  // namespace

std::string read_config_file(const std::string& path, CallOptions& options) {
  if (std::error_code unknown; std::filesystem::is_directory(path, unknown)) {
    return "Cannot read the configuration '" + path + "': it is a folder.";
  }
  toml::table file;
  try {
    file = toml::parse_file(path);
  } catch (const toml::parse_error& error) {
    const auto line = error.source().begin.line;
    const std::string where = line > 0 ? " (line " + std::to_string(line) + ")" : "";
    return "Cannot read the configuration '" + path + "'" + where + ": " + std::string(error.description()) + ".";
  }
  for (const auto& [key, node] : file) {  // the names first: a table may be about the controller that they choose
    if (node.is_table()) continue;
    const std::string error = apply_value(std::string(key.str()), node, options);
    if (!error.empty()) return at_line(path, node) + error;
  }
  for (const auto& [key, node] : file) {
    if (!node.is_table()) continue;
    const toml::node* at = &node;
    const std::string error = apply_table(std::string(key.str()), *node.as_table(), options, at);
    if (!error.empty()) return at_line(path, *at) + error;
  }
  return {};
}

}  // namespace evenkeel
