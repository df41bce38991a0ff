// What stands in for the window in a build without Qt (EVENKEEL_GUI=OFF).
#include "app/process/program_end.h"
#include "app/window/run_window.h"

namespace evenkeel {

int run_window(const CommandLine&, const std::vector<std::string>&) {
  return fail("This build has no window: use --headless, or build it with -DEVENKEEL_GUI=ON.");
}

}  // namespace evenkeel
