#pragma once

#include "gui/window/services.h"

namespace evenkeel {

/// The files behind the window: runs that were recorded, configurations.
WindowServices make_window_services(CallBackend& calls, const AlgorithmCatalog& catalog);

}  // namespace evenkeel
