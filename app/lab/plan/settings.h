#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/parameters/parameter.h"

namespace evenkeel::lab {

struct Choices;

/// As --set takes them: {"ldcc.w", "20kbps"}.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// Applies those that name the object, in their order. Returns nothing, or one sentence that says what is wrong.
std::string apply_settings(Tunable& object, const Settings& settings);

/// What is wrong with what somebody typed, whatever flows there are: a controller that is not known, a setting of an
/// algorithm or parameter that is not there, or outside its range. One sentence, or nothing.
std::string check_choices(const Choices& choices);

}  // namespace evenkeel::lab
