#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/files/named_file.h"
#include "core/base/parsed.h"

namespace evenkeel {

// Files that may be from somebody else. Errors are reasons without a full stop: "it is longer than 1 MB".

/// Why a file in somebody else's folder is not to be opened; empty if it is a regular one, or a link to one, that can
/// be read. A pipe would keep its reader waiting, a device never ends.
std::string why_unreadable(const std::string& path);

/// The whole text of a file that the user named, also of a pipe (NamedFile).
Parsed<std::string> read_text(const std::string& path, std::size_t max_size,
                              std::chrono::milliseconds silence = NamedFile::default_silence);

inline constexpr std::size_t max_json_size = 1 << 20;
inline constexpr int max_json_depth = 32;

/// Nothing deeper than max_json_depth: most of what is done with JSON is recursive.
Parsed<nlohmann::json> parse_json(std::string_view text);
/// Of a regular file.
Parsed<nlohmann::json> read_json(const std::string& path, std::size_t max_size = max_json_size);

inline constexpr std::size_t max_flat_entries = 10'000, max_flat_name = 256, max_flat_text = 4096;

/// {"a": {"b": 1}} as "a.b": "1". Arrays are JSON texts. More entries, and those with longer names, are left out;
/// longer texts are cut off.
std::map<std::string, std::string> flatten(const nlohmann::json& json);

}  // namespace evenkeel
