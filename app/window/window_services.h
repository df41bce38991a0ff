#pragma once

#include "app/window/call_service.h"
#include "gui/window/services.h"

namespace evenkeel {

/// The window's access to files: recorded runs and configurations.
WindowServices make_window_services(CallService& calls, const AlgorithmCatalog& catalog);

/// The port on which a listener would wait, for display.
int port_of(const CallOptions& options);

}  // namespace evenkeel
