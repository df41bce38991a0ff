#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/control/rate_controller.h"

namespace evenkeel {

/// Every controller by the name that the command line takes; the first is what calls use by default.
std::span<const std::string_view> controller_names();

/// Null where the name is unknown.
std::unique_ptr<RateController> make_controller(std::string_view name);

}  // namespace evenkeel
