#pragma once

#include "core/frames/picture.h"

namespace evenkeel {

/// Whether the data fit the size, as Picture promises; what comes from outside is checked before use.
bool is_well_formed(const Picture& picture);

/// Writes `in` to `out` at another size, at least 1x1, averaging over the area where it gets smaller; by more than a
/// factor of 16 it gets imprecise. `in` must be well formed and another object than `out`.
void scale_picture(const Picture& in, int width, int height, Picture& out);

}  // namespace evenkeel
