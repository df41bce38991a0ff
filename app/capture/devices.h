#pragma once

#include <string>
#include <vector>

#include "core/base/time.h"

namespace evenkeel {

/// What a V4L2 camera is known by. Its node is not part of it: the kernel gives out the first free number, so a camera
/// that comes back while its old node is still open has another one.
struct CameraIdentity {
  std::string serial{};     ///< ID_SERIAL of udev: vendor and model, then the serial number where there is one
  bool has_number = false;  ///< `serial` ends in a serial number (udev's ID_SERIAL_SHORT)
  std::string path{};       ///< ID_PATH of udev: the port it is plugged into
  std::string driver{};     ///< this and the next two as the driver answers VIDIOC_QUERYCAP
  std::string card{};       ///< the name for people
  std::string bus{};        ///< the port as the driver names it
  int index = 0;            ///< among the nodes of one device
};

/// "046d_C920_1A2B": the camera at whichever port; empty without a serial number.
std::string name_by_number(const CameraIdentity& identity);

/// "046d_C920_1A2B@pci-0000:00:14.0-usb-0:8:1.0": the camera at one port; empty where udev names no port.
std::string name_by_path(const CameraIdentity& identity);

/// "C920@usb-0000:00:14.0-8": the same by what the driver says, without udev.
std::string name_by_bus(const CameraIdentity& identity);

/// Whether `now` is the camera that was `then`, at the same port: by driver, card and bus, and by all that udev said
/// then.
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
