#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/capture/devices.h"
#include "core/base/time.h"

namespace evenkeel {

/// A camera as one provider reports it. PipeWire reports V4L2 cameras again, with the path of their node.
struct Announced {
  CameraInfo camera;
  std::string v4l2_path{};
  long serial = 0;  ///< of the PipeWire object; later objects have higher ones
};

/// A subsystem that lists cameras. ask() may block forever: PipeWire waits for its service without limit, V4L2 for a
/// driver.
struct CameraProvider {
  std::string name;    ///< for people
  std::string remedy;  ///< what to do if it does not answer
  /// Returns an empty string, or one sentence that says why it cannot be asked.
  std::function<std::string(std::vector<Announced>&)> ask;
  /// Makes ask() return early if possible; called from another thread.
  std::function<void()> interrupt;
};

/// GStreamer's providers; init_gstreamer() must have succeeded.
std::vector<CameraProvider> camera_providers();

/// Asks the providers, and gives up after the limit: see list_cameras().
CameraList search_cameras(std::vector<CameraProvider> providers, Duration limit);

/// Whether a provider still hangs in an earlier search, in spite of interrupt(): then no search is possible any more.
bool camera_search_hangs();

}  // namespace evenkeel
