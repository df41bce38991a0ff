#include "app/cli/shadow_event.h"

#include <string_view>

#include "app/cli/call_options.h"

namespace evenkeel {
namespace {

constexpr std::string_view words = "shadow controllers ";
constexpr std::string_view none = "none";

}  // namespace

std::string shadow_event(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ",") + name;
  return std::string(words) + (list.empty() ? std::string(none) : list);
}

std::optional<std::vector<std::string>> shadows_of_event(const std::string& text) {
  if (!text.starts_with(words)) return std::nullopt;
  CallOptions options;
  const std::string list = text.substr(words.size());
  if (list != none) options.shadow = list;
  return shadow_names(options);
}

}  // namespace evenkeel
