#include "core/base/controller_mode.h"

#include <array>

namespace evenkeel {
namespace {

struct Named {
  ControllerMode mode{};
  std::string_view name{};
  std::string_view words{};
};

constexpr std::array modes{
    Named{ControllerMode::start, "start", "finding the rate"},
    Named{ControllerMode::low_delay, "low delay", "low delay: keeping the queue short"},
    Named{ControllerMode::competition, "competition", "sharing with another sender: holding a fair half"},
    Named{ControllerMode::outage, "outage", "the path passes nothing on: waiting for it to return"},
};

constexpr const Named& named(ControllerMode mode) { return modes.at(static_cast<std::size_t>(mode)); }

constexpr bool in_order() {
  for (const Named& one : modes)
    if (&named(one.mode) != &one) return false;
  return true;
}
static_assert(in_order());

}  // namespace

std::string_view to_string(ControllerMode mode) { return named(mode).name; }

std::optional<ControllerMode> controller_mode(std::string_view name) {
  for (const Named& one : modes)
    if (one.name == name) return one.mode;
  return std::nullopt;
}

std::string_view in_words(ControllerMode mode) { return named(mode).words; }

}  // namespace evenkeel
