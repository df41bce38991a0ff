#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/parameters/parameter.h"

namespace evenkeel {

enum class ParameterKind { rate, duration, size, number, integer };

/// One parameter as it stands now.
struct ParameterValue {
  ParameterInfo info;
  ParameterKind kind = ParameterKind::number;
  double value = 0;  ///< in bit/s, s, bytes or info.unit, like info.minimum and info.maximum
  std::string text;  ///< with its unit, as set_parameter takes it: "20kbps", "50ms", "0.5"
};

/// All parameters, in the order in which the object shows them.
std::vector<ParameterValue> list_parameters(Tunable& object);

/// Changes the parameter `name` ("k_r", without the object's name) to the value that `text` states. Rates, durations
/// and sizes need their unit; a number may be followed by the parameter's own unit, and one without a unit may be given
/// in per cent. Returns nothing on success, else one sentence, and the parameter keeps its value: unknown name (lists
/// the known ones), wrong form, outside the range.
std::string set_parameter(Tunable& object, std::string_view name, std::string_view text);

/// A value in base units as set_parameter takes it; for ranges and defaults on display.
std::string format_parameter(ParameterKind kind, double value);

}  // namespace evenkeel
