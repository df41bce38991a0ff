#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/parameters/parameter.h"

namespace evenkeel::lab {

struct Choices;

/// As --set takes them: {"ldcc.w", "20kbps"}.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// Applies the settings that name this object, in order. Returns an empty string, or one sentence that says what is
/// wrong.
std::string apply_settings(Tunable& object, const Settings& settings);

/// Checks the choices regardless of the scenario: unknown controllers, algorithms and parameters, and values out of
/// range. Returns one sentence that says what is wrong, or an empty string.
std::string check_choices(const Choices& choices);

}  // namespace evenkeel::lab
