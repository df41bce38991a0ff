#include "app/commands/settings_notice.h"

#include <algorithm>

namespace evenkeel {

std::string settings_notice(const CallOptions& options, const std::vector<std::string>& used) {
  std::string keys;
  for (const auto& [key, text] : options.settings) {
    const bool is_used = std::ranges::count(used, key.substr(0, key.find('.'))) > 0;
    if (!is_used) keys += (keys.empty() ? "" : ", ") + key;
  }
  if (keys.empty()) return {};
  std::string names;
  for (const std::string& name : used) names += (names.empty() ? "" : ", ") + name;
  return "These settings have no effect on " + names + ": " + keys + ".";
}

}  // namespace evenkeel
