#pragma once

#include <vector>

#include "app/media/camera_providers.h"
#include "core/units/time.h"

namespace evenkeel {

/// Asks the providers, and gives up after the limit: see list_cameras().
CameraList search_cameras(std::vector<CameraProvider> providers, Duration limit);

}  // namespace evenkeel
