#pragma once

#include <optional>
#include <string_view>

#include "gui/backend/shadow_replay.h"

namespace evenkeel {

/// A line of `evenkeel shadow` but its header, of so many controllers. Nullopt where it is not one.
std::optional<ReplayRow> read_shadow_line(std::string_view line, std::size_t controllers);

}  // namespace evenkeel
