#include "app/cli/config_writer.h"

#include <toml++/toml.h>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace evenkeel {
namespace {

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

std::string failed(const std::string& path) {
  return "Cannot write the configuration '" + path + "': " + std::strerror(errno) + "; choose another place.";
}

}  // namespace

std::string write_config_file(const std::string& path, const CallOptions& options) {
  const std::string draft = path + ".new";
  {
    std::ofstream file(draft);
    file << "# Evenkeel: for --config FILE. Options and parameters that are not named have their defaults.\n"
         << table_of(options) << '\n';
    if (!file.flush()) return failed(path);
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
