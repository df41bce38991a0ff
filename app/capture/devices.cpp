#include "app/capture/devices.h"

#include <algorithm>
#include <tuple>

#include "app/capture/camera_search.h"
#include "app/capture/gstreamer_init.h"

namespace evenkeel {

const char* to_string(CameraInfo::Backend backend) {
  return backend == CameraInfo::Backend::v4l2 ? "V4L2" : "PipeWire";
}

std::string title_of(const CameraInfo& camera) {
  return camera.backend == CameraInfo::Backend::v4l2 ? camera.display : camera.name;
}

CameraList list_cameras(Duration limit) {
  if (const auto not_started = init_gstreamer()) return {{}, *not_started};
  return search_cameras(camera_providers(), limit);
}

const CameraFormat* choose_format(const CameraInfo& camera, int width, int height, double fps) {
  const auto rank = [&](const CameraFormat& f) {
    const bool covers = f.width >= width && f.height >= height;
    const std::int64_t area = std::int64_t{f.width} * f.height;
    const double rate = std::min(f.fps > 0 ? f.fps : fps, fps);
    return std::tuple(covers, covers ? -area : area, rate, f.pixels != "JPEG", -f.fps);
  };
  const auto best = std::ranges::max_element(camera.formats, {}, rank);
  return best == camera.formats.end() ? nullptr : &*best;
}

}  // namespace evenkeel
