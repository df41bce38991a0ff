#pragma once

#include <string>
#include <vector>

#include "app/capture/devices.h"

namespace evenkeel {

/// Gives each V4L2 camera its name: by serial number, by port as udev says it, or by port as the driver says it, the
/// first of these that no other camera here has. Where several have a card of the same name, their ports are added to
/// the name for people, so that they can be told apart.
void name_cameras(std::vector<CameraInfo>& cameras);

/// The camera that camera:NAME means; null if it is none of these. NAME may be a name, a node or a link to it, a name
/// for people, the name of a card, and a name that a camera has while others are plugged in or udev does not run; the
/// first of these kinds that fits any camera decides.
const CameraInfo* find_camera(const std::vector<CameraInfo>& cameras, const std::string& name);

/// Besides its name, all names by which find_camera() finds this one of the cameras.
std::vector<std::string> other_names(const std::vector<CameraInfo>& cameras, const CameraInfo& camera);

/// The camera that was used before, whichever node it has now; null if it is not there. Never another one: without a
/// serial number of its own it must be at the same port.
const CameraInfo* find_again(const std::vector<CameraInfo>& cameras, const CameraInfo& lost);

}  // namespace evenkeel
