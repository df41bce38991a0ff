#pragma once

#include <set>
#include <string>

#include "app/window/call_service.h"
#include "gui/window/services.h"

namespace evenkeel {

/// The window's access to files, recorded runs and configurations, and to the options of calls. `named`: the options
/// that the command line gave.
WindowServices make_window_services(CallService& calls, const AlgorithmCatalog& catalog,
                                    std::set<std::string> named = {});

}  // namespace evenkeel
