#pragma once

#include <string>
#include <vector>

#include "app/media/devices.h"

namespace evenkeel {

/// Gives each V4L2 camera its name: by serial number, by port as udev says it, or by port as the driver says it, the
/// first of these that no other camera here has. Where several have a card of the same name, their ports are added to
/// the name for people, so that they can be told apart.
void name_cameras(std::vector<CameraInfo>& cameras);

/// What camera:NAME may say for this camera. The first that fits any camera decides, in this order: the name, the node,
/// the name for people, the name of its card, and names it has while others are plugged in or udev does not run.
std::vector<std::string> names_of(const CameraInfo& camera);

/// The camera that camera:NAME means; null if it is none of these. A path may be a link to the node.
const CameraInfo* find_camera(const std::vector<CameraInfo>& cameras, const std::string& name);

/// The camera that was used before, whichever node it has now; null if it is not there. Never another one: without a
/// serial number of its own it must be at the same port.
const CameraInfo* find_again(const std::vector<CameraInfo>& cameras, const CameraInfo& lost);

}  // namespace evenkeel
