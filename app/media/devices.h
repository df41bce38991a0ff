#pragma once

#include <string>
#include <vector>

#include "core/units/time.h"

namespace evenkeel {

struct CameraFormat {
  int width = 0;
  int height = 0;
  double fps = 0;      ///< the highest at this size; 0 if unknown
  std::string pixels;  ///< "NV12", "YUY2", ..., or "JPEG"
};

struct CameraInfo {
  enum class Backend { v4l2, pipewire };
  std::string name;     ///< for camera:NAME: /dev/video0, or the name of the PipeWire node
  std::string display;  ///< for people
  Backend backend = Backend::v4l2;
  std::vector<CameraFormat> formats;  ///< may be empty: some cameras do not tell
};

const char* to_string(CameraInfo::Backend backend);

/// The cameras of this machine. Without a PipeWire service only those of V4L2. Gives up after the limit, and returns
/// then what it has, which is nothing.
std::vector<CameraInfo> list_cameras(Duration limit = 2s);

/// The format that comes nearest to a request: the smallest that covers it, else the biggest; then the rate, then raw
/// before JPEG. Null for a camera without formats.
const CameraFormat* choose_format(const CameraInfo& camera, int width, int height, double fps);

}  // namespace evenkeel
