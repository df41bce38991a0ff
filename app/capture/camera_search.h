#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/capture/devices.h"
#include "core/base/time.h"

namespace evenkeel {

/// A camera as a provider announces it; PipeWire announces those of V4L2 a second time, with their path.
struct Announced {
  CameraInfo camera;
  std::string v4l2_path{};
  long serial = 0;  ///< of the PipeWire object: rises with time
};

/// Who knows of cameras. Asking may take for ever: PipeWire waits for its service without limit, V4L2 for a driver.
struct CameraProvider {
  std::string name;    ///< for people
  std::string remedy;  ///< what to do where it does not answer
  /// Returns nothing, or one sentence on why it cannot be asked.
  std::function<std::string(std::vector<Announced>&)> ask;
  /// From another thread: ask() is to return, if that is possible.
  std::function<void()> interrupt;
};

/// Those of GStreamer, which must have been started.
std::vector<CameraProvider> camera_providers();

/// Asks the providers, and gives up after the limit: see list_cameras().
CameraList search_cameras(std::vector<CameraProvider> providers, Duration limit);

/// A provider of an earlier search has neither answered nor heeded the interruption: nothing more can be asked.
bool camera_search_hangs();

}  // namespace evenkeel
