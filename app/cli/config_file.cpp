#include "app/cli/config_file.h"

#include <toml++/toml.h>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

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

std::optional<std::string> switch_text(const toml::node& boolean) { return boolean.as_boolean()->get() ? "on" : "off"; }

std::string known_options() {
  std::string names;
  for (const OptionSpec& spec : option_specs()) {
    if (!spec.repeatable) names += (names.empty() ? "" : ", ") + spec.name;
  }
  return names;
}

std::string apply_value(const std::string& key, const toml::node& node, CallOptions& options) {
  const OptionSpec* spec = find_option(key);
  if (can_be_set(key)) return "'" + key + "' is a table: write [" + key + "], and below it its parameters.";
  if (spec == nullptr || spec->repeatable) return "unknown key '" + key + "'; known are " + known_options() + ".";
  const auto text = spec->placeholder == "on|off" && node.is_boolean() ? switch_text(node) : value_text(node);
  if (!text) return "'" + key + "' takes a single value.";
  const std::string error = spec->set(options, *text);
  const bool names_algorithm = key == "controller" || key == "send-loop";
  return error.empty() && names_algorithm ? make_algorithms(options).error : error;
}

std::string apply_table(const std::string& name, const toml::table& table, CallOptions& options,
                        const toml::node*& at) {
  if (table.empty() && !can_be_set(name)) {
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

void insert(toml::table& file, const OptionSpec& spec, const std::string& text) {
  std::int64_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (spec.placeholder.empty()) {
    file.insert(spec.name, text == "true");
  } else if (spec.placeholder == "NUMBER" && parsed.ec == std::errc() && parsed.ptr == text.data() + text.size()) {
    file.insert(spec.name, number);
  } else {
    file.insert(spec.name, text);
  }
}

toml::table table_of(const CallOptions& options) {
  toml::table file;
  file.insert("controller", options.controller);
  file.insert("send-loop", options.send_loop);
  for (const OptionSpec& spec : option_specs()) {
    if (spec.name == "overwrite") continue;  // meant for one call: the next one must not lose what this one recorded
    const auto text = spec.get(options);
    if (text && text != spec.get(CallOptions())) insert(file, spec, *text);
  }
  for (const auto& [key, text] : options.settings) {
    const auto dot = key.find('.');
    const std::string name = key.substr(0, dot);
    if (!file.contains(name)) file.insert(name, toml::table());
    file[name].as_table()->insert_or_assign(key.substr(dot + 1), text);
  }
  return file;
}

/// The usual mistake: 2Mbps without quotes begins as a number.
std::string hint_for(std::string_view error) {
  for (const char* kind : {"parsing decimal", "parsing boolean", "parsing time", "parsing date"}) {
    if (error.find(kind) != std::string_view::npos) {
      return "; texts and values with a unit stand in quotes, as \"2Mbps\"";
    }
  }
  return "";
}

std::string failed(const std::string& path) {
  return "Cannot write the configuration '" + path + "': " + std::strerror(errno) + "; choose another place.";
}

}  // namespace

std::string read_config_file(const std::string& path, CallOptions& options) {
  if (std::error_code unknown; std::filesystem::is_directory(path, unknown)) {
    return "Cannot read the configuration '" + path + "': it is a folder.";
  }
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (stream && stream.peek() != std::ifstream::traits_type::eof()) text << stream.rdbuf();
  if (stream.bad() || !stream.is_open()) {
    return "Cannot read the configuration '" + path + "': " + std::strerror(errno) + "; give the path of a TOML file.";
  }
  toml::table file;
  try {
    file = toml::parse(text.str(), path);
  } catch (const toml::parse_error& error) {
    return "Cannot read the configuration '" + path + "' (line " + std::to_string(error.source().begin.line) +
           "): " + std::string(error.description()) + hint_for(error.description()) + '.';
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

std::string write_config_file(const std::string& path, const CallOptions& options) {
  const std::string draft = path + ".new";
  {
    std::ofstream file(draft);
    file << "# Evenkeel: for --config FILE. Options and parameters that are not named have their defaults.\n"
         << table_of(options) << '\n';
    if (!file.flush()) {
      const std::string sentence = failed(path);
      std::error_code ignored;
      std::filesystem::remove(draft, ignored);
      return sentence;
    }
  }
  std::error_code error;
  std::filesystem::rename(draft, path, error);
  if (!error) return {};
  errno = error.value();
  const std::string sentence = failed(path);
  std::filesystem::remove(draft, error);
  return sentence;
}

}  // namespace evenkeel
