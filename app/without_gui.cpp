// What `evenkeel` says in a build without Qt (EVENKEEL_GUI=OFF), in place of what app/window and gui/figures do.
#include <cstdio>

#include "app/bench/drawing/draw_figures.h"
#include "app/commands/commands.h"
#include "app/window/run_window.h"

namespace evenkeel {

int run_window(const CommandLine&, const std::vector<std::string>&) {
  return fail("This build has no window: use --headless, or build it with -DEVENKEEL_GUI=ON.");
}

std::string bench::draw_figures(const std::vector<Figure>&, const std::string&) {
  std::fprintf(stderr, "This build draws no figures; the tables hold what they show.\n");
  return {};
}

}  // namespace evenkeel
