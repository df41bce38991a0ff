#include "core/control/controller_factory.h"

#include <array>

#include "core/control/arc.h"
#include "core/control/fixed.h"
#include "core/control/ldcc.h"

namespace evenkeel {
namespace {

constexpr std::array<std::string_view, 3> names{"ldcc", "arc", "fixed"};

}  // namespace

std::span<const std::string_view> controller_names() { return names; }

std::unique_ptr<RateController> make_controller(std::string_view name) {
  if (name == "ldcc") return std::make_unique<Ldcc>();
  if (name == "arc") return std::make_unique<Arc>();
  if (name == "fixed") return std::make_unique<FixedRate>();
  return nullptr;
}

}  // namespace evenkeel
