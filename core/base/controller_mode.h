#pragma once

#include <optional>
#include <string_view>

namespace evenkeel {

/// What a controller that has more than one way to work is doing.
enum class ControllerMode : unsigned char {
  start,        ///< looks for the rate
  low_delay,    ///< keeps the queue short
  competition,  ///< another sender keeps the queue full: takes a share by losses
  outage,       ///< the path passes nothing on
};

/// As telemetry.csv has it: "low delay".
std::string_view to_string(ControllerMode mode);
std::optional<ControllerMode> controller_mode(std::string_view name);

/// For people, a whole line: "sharing with another sender: holding a fair half".
std::string_view in_words(ControllerMode mode);

}  // namespace evenkeel
