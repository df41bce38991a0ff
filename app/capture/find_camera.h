#pragma once

#include <string>
#include <vector>

#include "app/capture/devices.h"

namespace evenkeel {

/// Gives each V4L2 camera its name: by serial number, by port as udev says it, or by port as the driver says it, the
/// first of these that no other camera here has. If several cameras have the same card name, their ports are added to
/// the displayed names.
void name_cameras(std::vector<CameraInfo>& cameras);

/// The camera that camera:NAME means; null if there is no match. NAME may be, in this order of precedence: the name,
/// the node or a link to it, the displayed name, the card name, or the name that the camera would have with other
/// cameras plugged in or without udev.
const CameraInfo* find_camera(const std::vector<CameraInfo>& cameras, const std::string& name);

/// The camera that is used where nobody names one: the first whose formats can be used here, as some nodes have none
/// that can; without one of these, the first. Null if there is no camera.
const CameraInfo* default_camera(const std::vector<CameraInfo>& cameras);

/// All names other than its own by which find_camera() finds this camera.
std::vector<std::string> other_names(const std::vector<CameraInfo>& cameras, const CameraInfo& camera);

/// The camera that was used before, whichever node it has now; null if it is not plugged in. Never a different camera:
/// one without a serial number must be at the same port.
const CameraInfo* find_again(const std::vector<CameraInfo>& cameras, const CameraInfo& lost);

}  // namespace evenkeel
