#pragma once

#include <string>
#include <vector>

#include "app/capture/camera_identity.h"
#include "core/base/time.h"

namespace evenkeel {

struct CameraFormat {
  int width = 0;
  int height = 0;
  double fps = 0;      ///< the highest at this size; 0 if unknown
  std::string pixels;  ///< "NV12", "YUY2", ..., or "JPEG"
};

struct CameraInfo {
  enum class Backend { v4l2, pipewire };
  std::string name;     ///< for camera:NAME, the same after the camera was unplugged: see find_camera.h
  std::string display;  ///< for people: the name of its card
  Backend backend = Backend::v4l2;
  std::vector<CameraFormat> formats;  ///< may be empty: some cameras do not tell
  std::string node{};                 ///< where it is now: /dev/video0, or the name of the PipeWire node
  CameraIdentity identity{};          ///< of V4L2
};

const char* to_string(CameraInfo::Backend backend);

/// What a call names it: a V4L2 camera as people know it, one of PipeWire by its name.
std::string title_of(const CameraInfo& camera);

struct CameraList {
  std::vector<CameraInfo> cameras;
  std::string error;  ///< one sentence where there may be more: what could not be asked, and what to do
};

/// The cameras of this machine. Without a PipeWire service only those of V4L2. Gives up soon after the limit, and
/// returns then what it has.
CameraList list_cameras(Duration limit = 2s);

/// The format that comes nearest to a request: the smallest that covers it, else the biggest; then the rate, then raw
/// before JPEG. Null for a camera without formats.
const CameraFormat* choose_format(const CameraInfo& camera, int width, int height, double fps);

}  // namespace evenkeel
