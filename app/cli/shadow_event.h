#pragma once

#include <optional>
#include <string>
#include <vector>

namespace evenkeel {

/// The event of a run that gets other shadow controllers, in events.csv: "shadow controllers gcc,arc", or "none".
std::string shadow_event(const std::vector<std::string>& names);
/// Nullopt where the text is another event.
std::optional<std::vector<std::string>> shadows_of_event(const std::string& text);

}  // namespace evenkeel
