#include "core/control/factory/controller_factory.h"

#include <algorithm>
#include <array>

#include "core/control/arc.h"
#include "core/control/darc/darc.h"
#include "core/control/fixed.h"
#include "core/control/ldcc.h"
#include "core/control/rivals/gcc/gcc.h"
#include "core/control/rivals/gcc/gcc_2016.h"
#include "core/control/rivals/gcc/gcc_simple.h"
#include "core/control/rivals/nada/nada.h"
#include "core/control/rivals/nada/nada_2013.h"
#include "core/control/rivals/scream/scream.h"
#include "core/control/rivals/scream/scream_v1.h"
#include "core/control/rivals/tfrc/tfrc.h"

namespace evenkeel {
namespace {

struct Entry {
  std::string_view name;
  std::unique_ptr<RateController> (*make)();
};

template <class Controller>
std::unique_ptr<RateController> make() {
  return std::make_unique<Controller>();
}

constexpr std::array entries{
    Entry{"darc", make<Darc>},     Entry{"ldcc", make<Ldcc>},          Entry{"arc", make<Arc>},
    Entry{"tfrc", make<Tfrc>},     Entry{"nada", make<Nada>},          Entry{"nada-2013", make<Nada2013>},
    Entry{"gcc", make<Gcc>},       Entry{"gcc-2016", make<Gcc2016>},   Entry{"gcc-simple", make<GccSimple>},
    Entry{"scream", make<Scream>}, Entry{"scream-v1", make<ScreamV1>}, Entry{"fixed", make<FixedRate>},
};

constexpr auto names = [] {
  std::array<std::string_view, entries.size()> all;
  std::transform(entries.begin(), entries.end(), all.begin(), [](const Entry& e) { return e.name; });
  return all;
}();

}  // namespace

std::span<const std::string_view> controller_names() { return names; }

std::unique_ptr<RateController> make_controller(std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
  return found == entries.end() ? nullptr : found->make();
}

}  // namespace evenkeel
