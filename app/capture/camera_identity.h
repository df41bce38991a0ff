#pragma once

#include <string>

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

}  // namespace evenkeel
