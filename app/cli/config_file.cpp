#include "app/cli/config_file.h"

#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <sstream>

#include "app/cli/toml_error.h"
#include "app/files/private_file.h"
#include "app/files/untrusted_file.h"

namespace evenkeel {
namespace {

constexpr std::size_t max_config_size = 1 << 20;
// Each level of tables takes a dot or a bracket, and is one call deep in the library, which limits brackets alone.
constexpr std::ptrdiff_t max_config_dots = 4'000;
constexpr std::size_t max_unknown = 100;
constexpr std::size_t max_call_text = 256;  // of what people are asked about

bool is_control(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0xFFU; };
  return byte(at) < ' ' || byte(at) == 127 || (byte(at) == 0xC2 && byte(at + 1) < 0xA0);
}

bool has_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (is_control(text, i)) return true;
  return false;
}

/// The line of a name or value that would steer a terminal, which TOML can write as \u001b; 0: there is none.
std::size_t line_with_control(const toml::table& table) {
  for (const auto& [key, node] : table) {
    const auto* const text = node.as_string();
    if (has_control(key.str()) || (text != nullptr && has_control(text->get()))) return node.source().begin.line;
    const auto* const inner = node.as_table();
    const std::size_t within = inner != nullptr ? line_with_control(*inner) : 0;
    if (within > 0) return within;
  }
  return 0;
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

// Parameters have tables of their own.
const OptionSpec* find_key(const std::string& key) { return key == "set" ? nullptr : find_option(key); }

/// That a file may set.
std::string known_options() {
  std::string names;
  for (const OptionSpec& spec : option_specs()) {
    const bool is_for_files = find_key(spec.name) != nullptr && spec.group != OptionGroup::place;
    if (is_for_files) names += (names.empty() ? "" : ", ") + spec.name;
  }
  return names;
}

std::optional<std::string> text_for(const OptionSpec& spec, const toml::node& node) {
  return spec.placeholder == "on|off" && node.is_boolean() ? switch_text(node) : value_text(node);
}

std::string set_value(const OptionSpec& spec, const toml::node& node, CallOptions& options) {
  const auto text = text_for(spec, node);
  if (!text) return "'" + spec.name + "' takes a single value.";
  if (spec.group == OptionGroup::call && text->size() > max_call_text) {
    return "the value of '" + spec.name + "' has more than " + std::to_string(max_call_text) + " bytes.";
  }
  const std::string error = spec.set(options, *text);
  const bool names_algorithm = spec.name == "controller" || spec.name == "send-loop";
  return error.empty() && names_algorithm ? make_algorithms(options).error : error;
}

std::string place_of(const std::string& path, std::size_t line) {
  return "In the configuration '" + path + "', line " + std::to_string(line) + ": ";
}

/// Takes what it knows of a file into the options, and ends with the first error.
class Reading {
 public:
  Reading(const std::string& path, CallOptions& options, ConfigFile& file)
      : path_(path), options_(options), file_(file) {}

  void take_value(const std::string& key, const toml::node& node) {
    const OptionSpec* const spec = find_key(key);
    if (can_be_set(key))
      return fail(node, "'" + key + "' is a table: write [" + key + "], and below it its parameters.");
    if (spec == nullptr) return leave_out(key, node, "unknown key '" + key + "'; known are " + known_options() + ".");
    if (is_place(*spec, node)) return leave_out_place(key, node);
    fail(node, set_value(*spec, node, options_));
    file_.named.insert(key);
    options_.configured.insert(key);
  }

  void take_table(const std::string& name, const toml::table& table) {
    const std::string nothing_known = "There is no '" + name + "' to set; see 'evenkeel controllers'.";
    const bool known = can_be_set(name);
    if (table.empty() && !known) return leave_out(name, table, nothing_known);
    for (const auto& [key, node] : table) {
      if (!file_.error.empty()) return;
      const std::string whole = name + '.' + std::string(key.str());
      if (!known || !is_parameter(whole)) {
        leave_out(whole, node, known ? why_unknown(whole) : nothing_known);
      } else {
        take_parameter(whole, std::string(key.str()), node);
      }
    }
  }

 private:
  std::string at(const toml::node& node) const { return place_of(path_, node.source().begin.line); }
  void fail(const toml::node& node, const std::string& error) {
    if (!error.empty()) file_.error = at(node) + error;
  }
  void leave_out(const std::string& key, const toml::node& node, const std::string& why) {
    if (file_.unknown.size() < max_unknown) file_.unknown.push_back({key, at(node) + why});
  }
  static bool is_place(const OptionSpec& spec, const toml::node& node) {
    return group_of(spec, text_for(spec, node).value_or("")) == OptionGroup::place;
  }
  void leave_out_place(const std::string& key, const toml::node& node) {
    if (file_.places.empty()) file_.first_place = at(node);
    file_.places.push_back(key);
  }
  static std::string why_unknown(const std::string& parameter) {
    CallOptions options;
    options.settings.emplace_back(parameter, "0");
    return make_algorithms(options).error;
  }
  void take_parameter(const std::string& whole, const std::string& key, const toml::node& node) {
    const auto text = value_text(node);
    if (!text) return fail(node, "'" + key + "' takes a single value.");
    options_.settings.emplace_back(whole, *text);
    fail(node, make_algorithms(options_).error);
  }

  const std::string& path_;
  CallOptions& options_;
  ConfigFile& file_;
};

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
    if (spec.name == "duration") continue;  // of one call: later ones would hang up after it
    const auto text = spec.get(options);
    if (!text || group_of(spec, *text) == OptionGroup::place) continue;
    if (text != spec.get(CallOptions())) insert(file, spec, *text);
  }
  for (const auto& [key, text] : options.settings) {
    const auto dot = key.find('.');
    const std::string name = key.substr(0, dot);
    if (!file.contains(name)) file.insert(name, toml::table());
    file[name].as_table()->insert_or_assign(key.substr(dot + 1), text);
  }
  return file;
}

std::string listed(const std::vector<std::string>& names, const std::string& before, const std::string& after) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + before + name + after;
  return text;
}

std::string refusal(const ConfigFile& file) {
  if (file.places.empty()) return {};
  return file.first_place + "a file may not set " + listed(file.places, "'", "'") +
         ", since that names places or grants permissions: give " + listed(file.places, "--", "") +
         " on the command line.";
}

}  // namespace

ConfigFile read_config(const std::string& path, CallOptions& options) {
  const auto text = read_text(path, max_config_size);
  if (text) return parse_config(*text, path, options);
  return {unreadable_config_text(path, text.error)};
}

std::string unreadable_config_text(const std::string& path, const std::string& reason) {
  return "Cannot read the configuration '" + path + "': " + reason + "; give the path of a TOML file.";
}

ConfigFile parse_config(const std::string& text, const std::string& path, CallOptions& options) {
  if (std::ranges::count(text, '.') > max_config_dots) {
    return {"Cannot read the configuration '" + path + "': its tables are nested too deeply."};
  }
  toml::table table;
  try {
    table = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    const auto line = error.source().begin.line;
    return {place_of(path, line) + toml_error_text(text, line, error.description())};
  }
  if (const std::size_t line = line_with_control(table); line > 0) {
    return {place_of(path, line) + "a name or value has control characters, which none of them needs."};
  }
  ConfigFile file;
  Reading reading(path, options, file);
  for (const auto& [key, node] : table) {  // the names first: a table may be about the controller that they choose
    if (file.error.empty() && !node.is_table()) reading.take_value(std::string(key.str()), node);
  }
  for (const auto& [key, node] : table) {
    if (file.error.empty() && node.is_table()) reading.take_table(std::string(key.str()), *node.as_table());
  }
  return file;
}

std::string strict_error(const ConfigFile& file) {
  if (!file.error.empty()) return file.error;
  return file.unknown.empty() ? refusal(file) : file.unknown.front().sentence;
}

std::string read_config_file(const std::string& path, CallOptions& options) {
  return strict_error(read_config(path, options));
}

std::string unknown_keys_text(const ConfigFile& file) {
  std::string names;
  for (const auto& unknown : file.unknown) names += (names.empty() ? "'" : ", '") + unknown.key + "'";
  return names.empty() ? "" : "Not known here, and left out: " + names + ".";
}

std::string places_text(const ConfigFile& file) {
  if (file.places.empty()) return {};
  return "A file may not set places and permissions, so these are left out: " + listed(file.places, "'", "'") + ".";
}

std::vector<OptionChange> call_changes(const CallOptions& before, const CallOptions& after) {
  std::vector<OptionChange> changes;
  for (const OptionSpec& spec : option_specs()) {
    if (spec.group != OptionGroup::call || spec.get(before) == spec.get(after)) continue;
    changes.push_back({spec.name, spec.get(before).value_or(""), spec.get(after).value_or("")});
  }
  return changes;
}

bool sets_call_options(const ConfigFile& file) {
  return std::ranges::any_of(file.named,
                             [](const std::string& name) { return find_option(name)->group == OptionGroup::call; });
}

std::string call_options_text(const std::string& path, const ConfigFile& file, const CallOptions& options) {
  std::vector<std::string> values;
  for (const std::string& name : file.named) {
    const OptionSpec* const spec = find_option(name);
    if (spec->group == OptionGroup::call) values.push_back(name + " = " + spec->get(options).value_or(""));
  }
  return values.empty() ? "" : "The configuration '" + path + "' sets " + listed(values, "", "") + ".";
}

CallOptions with_call_options(CallOptions from, const CallOptions& call) {
  for (const OptionSpec& spec : option_specs()) {
    if (spec.group != OptionGroup::call) continue;
    if (const auto text = spec.get(call); text && text != spec.get(from)) spec.set(from, *text);
    from.configured.erase(spec.name);
    if (call.configured.contains(spec.name)) from.configured.insert(spec.name);
  }
  return from;
}

std::string write_config_file(const std::string& path, const CallOptions& options) {
  std::ostringstream text;
  text << "# Evenkeel: for --config FILE. Options and parameters that are not named have their defaults.\n"
       << table_of(options) << '\n';
  const std::error_code error = replace_file(path, text.str(), Readers::by_umask);
  return error ? "Cannot write the configuration '" + path + "': " + error.message() + "; choose another place." : "";
}

}  // namespace evenkeel
