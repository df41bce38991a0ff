#include "app/capture/devices.h"

#include <algorithm>
#include <tuple>

#include "app/capture/camera_search.h"
#include "app/capture/gstreamer.h"

namespace evenkeel {
namespace {

/// A name that needs no quotes in a shell or a configuration file.
std::string make_name(std::string name, const CameraIdentity& identity) {
  std::ranges::replace(name, ' ', '_');
  return identity.index > 0 ? name + '#' + std::to_string(identity.index) : name;
}

}  // namespace

std::string name_by_number(const CameraIdentity& identity) {
  return identity.has_number ? make_name(identity.serial, identity) : "";
}

std::string name_by_path(const CameraIdentity& identity) {
  const std::string& what = identity.serial.empty() ? identity.card : identity.serial;
  return identity.path.empty() ? "" : make_name(what + '@' + identity.path, identity);
}

std::string name_by_bus(const CameraIdentity& identity) {
  return make_name(identity.card + '@' + identity.bus, identity);
}

bool same_port(const CameraIdentity& then, const CameraIdentity& now) {
  const auto driver = [](const CameraIdentity& i) { return std::tie(i.driver, i.card, i.bus, i.index); };
  const auto udev = [](const CameraIdentity& i) { return std::tie(i.serial, i.path); };
  const bool udev_knew = !then.serial.empty() || !then.path.empty();
  return driver(then) == driver(now) && (!udev_knew || udev(then) == udev(now));
}

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
