#pragma once

#include <string>

#include "core/frames/picture.h"

namespace evenkeel {

/// One sentence about pictures of the peer that are larger than --largest-picture, and what to do, for people.
std::string refused_picture_text(PictureSize picture, PictureSize largest);

}  // namespace evenkeel
