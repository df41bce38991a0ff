#pragma once

#include <string>
#include <vector>

#include "core/base/time.h"

namespace evenkeel {

/// Identifies a V4L2 camera. The node is not part of it: the kernel assigns the first free number, so a camera that is
/// plugged in again while its old node is still open gets another node.
struct CameraIdentity {
  std::string serial{};     ///< ID_SERIAL of udev: vendor and model, then the serial number if there is one
  bool has_number = false;  ///< `serial` ends in a serial number (udev's ID_SERIAL_SHORT)
  std::string path{};       ///< ID_PATH of udev: the port it is plugged into
  std::string driver{};     ///< this and the next two come from VIDIOC_QUERYCAP
  std::string card{};       ///< the name for people
  std::string bus{};        ///< the port as the driver names it
  int index = 0;            ///< among the nodes of one device
};

/// "046d_C920_1A2B": the camera at any port; empty without a serial number.
std::string name_by_number(const CameraIdentity& identity);

/// "046d_C920_1A2B@pci-0000:00:14.0-usb-0:8:1.0": the camera at one port; empty if udev names no port.
std::string name_by_path(const CameraIdentity& identity);

/// "C920@usb-0000:00:14.0-8": the same without udev, from the driver.
std::string name_by_bus(const CameraIdentity& identity);

/// Whether both are the same camera at the same port: by driver, card and bus, and by what udev said `then`.
bool same_port(const CameraIdentity& then, const CameraIdentity& now);

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
  std::vector<CameraFormat> formats;  ///< empty if the camera does not list them
  std::string node{};                 ///< where it is now: /dev/video0, or the name of the PipeWire node
  CameraIdentity identity{};          ///< of V4L2
};

const char* to_string(CameraInfo::Backend backend);

/// The name shown in a call: `display` for V4L2, `name` for PipeWire.
std::string title_of(const CameraInfo& camera);

struct CameraList {
  std::vector<CameraInfo> cameras;
  std::string error;  ///< one sentence if the list may be incomplete: which provider failed, and what to do
};

/// Lists the cameras of this machine; only those of V4L2 if PipeWire does not run. Returns soon after the limit with
/// the cameras found until then.
CameraList list_cameras(Duration limit = 2s);

/// The format nearest to a request: the smallest that covers it, otherwise the largest; then by rate; then raw before
/// JPEG. Null if the camera lists no formats.
const CameraFormat* choose_format(const CameraInfo& camera, int width, int height, double fps);

}  // namespace evenkeel
