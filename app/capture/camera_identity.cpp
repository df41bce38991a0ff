#include "app/capture/camera_identity.h"

#include <algorithm>
#include <tuple>

namespace evenkeel {
namespace {

/// As it can stand in a shell and in a configuration file without quotes.
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

}  // namespace evenkeel
