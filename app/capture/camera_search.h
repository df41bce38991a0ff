#pragma once

#include <vector>

#include "app/capture/camera_providers.h"
#include "core/base/time.h"

namespace evenkeel {

/// Asks the providers, and gives up after the limit: see list_cameras().
CameraList search_cameras(std::vector<CameraProvider> providers, Duration limit);

/// A provider of an earlier search has neither answered nor heeded the interruption: nothing more can be asked.
bool camera_search_hangs();

}  // namespace evenkeel
