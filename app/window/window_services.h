#pragma once

#include "app/window/call_service.h"
#include "gui/window/services.h"

namespace evenkeel {

/// The files behind the window: runs that were recorded, configurations.
WindowServices make_window_services(CallService& calls, const AlgorithmCatalog& catalog);

/// At which port a listener would wait; for people.
int port_of(const CallOptions& options);

}  // namespace evenkeel
