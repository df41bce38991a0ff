#pragma once

#include <string>

#include "gui/backend/tuning_state.h"

namespace evenkeel {

/// A TOML file as read_config_file() and --config take it. Returns nothing, or one sentence that says what failed; an
/// existing file is replaced as a whole or not at all.
std::string write_config_file(const std::string& path, const TuningState& tuning);

}  // namespace evenkeel
