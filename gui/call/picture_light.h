#pragma once

#include "core/frames/picture.h"

namespace evenkeel {

/// Whether a picture has no light in it: hardly any of it is brighter than a dark grey. A notice in place of a picture
/// is not: its letters are bright.
bool is_dark(const Picture& picture);

}  // namespace evenkeel
