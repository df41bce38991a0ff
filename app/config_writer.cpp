#include "app/config_writer.h"

#include <toml++/toml.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace evenkeel {
namespace {

toml::table table_of(const TuningState& tuning) {
  toml::table file;
  file.insert("controller", tuning.controller);
  file.insert("send-loop", tuning.send_loop);
  for (const auto& [key, text] : tuning.settings) {
    const auto dot = key.find('.');
    const std::string name = key.substr(0, dot);
    if (!file.contains(name)) file.insert(name, toml::table());
    file[name].as_table()->insert(key.substr(dot + 1), text);
  }
  return file;
}

std::string failed(const std::string& path) {
  return "Cannot write the configuration '" + path + "': " + std::strerror(errno) + "; choose another place.";
}

}  // namespace

std::string write_config_file(const std::string& path, const TuningState& tuning) {
  const std::string draft = path + ".new";
  {
    std::ofstream file(draft);
    file << "# Evenkeel: for --config FILE. Parameters that are not named have the values of their papers.\n"
         << table_of(tuning) << '\n';
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
