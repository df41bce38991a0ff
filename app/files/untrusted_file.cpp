#include "app/files/untrusted_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

namespace evenkeel {
namespace {

using Json = nlohmann::json;

std::string text_of(const Json& value) {
  std::string text =
      value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > max_flat_text) text.resize(max_flat_text);
  return text;
}

void flatten_into(const Json& json, const std::string& prefix, std::map<std::string, std::string>& out) {
  for (const auto& [key, value] : json.items()) {
    if (out.size() >= max_flat_entries) return;
    if (prefix.size() + key.size() > max_flat_name) continue;
    if (value.is_object())
      flatten_into(value, prefix + key + '.', out);
    else
      out[prefix + key] = text_of(value);
  }
}

}  // namespace

std::string why_unreadable(const std::string& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return std::strerror(errno);
  if (!S_ISREG(found.st_mode)) return "it is no ordinary file";
  return access(path.c_str(), R_OK) == 0 ? "" : std::strerror(errno);
}

Parsed<std::string> read_text(const std::string& path, std::size_t max_size, std::chrono::milliseconds silence) {
  std::string text;
  std::string error = NamedFile(path).read(text, max_size, silence);
  if (!error.empty()) return {std::nullopt, std::move(error)};
  return {std::move(text), ""};
}

Parsed<Json> parse_json(std::string_view text) {
  bool too_deep = false;
  const auto limit_depth = [&](int depth, Json::parse_event_t, Json&) {
    too_deep = too_deep || depth > max_json_depth;
    return !too_deep;
  };
  Json json = Json::parse(text, limit_depth, false);
  if (too_deep) return {std::nullopt, "it is nested too deeply"};
  if (json.is_discarded()) return {std::nullopt, "it is no JSON"};
  return {std::move(json), ""};
}

Parsed<Json> read_json(const std::string& path, std::size_t max_size) {
  if (std::string reason = why_unreadable(path); !reason.empty()) return {std::nullopt, std::move(reason)};
  const auto text = read_text(path, max_size);
  if (!text) return {std::nullopt, text.error};
  return parse_json(*text);
}

std::map<std::string, std::string> flatten(const Json& json) {
  std::map<std::string, std::string> out;
  if (json.is_object()) flatten_into(json, "", out);
  return out;
}

}  // namespace evenkeel
