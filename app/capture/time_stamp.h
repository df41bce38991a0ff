#pragma once

#include <optional>

#include "core/frames/picture.h"

namespace evenkeel {

/// Writes a time into the top of a picture so that it can be read off the screen at the other end: 64 bits of
/// microseconds and a 16-bit CRC as black and white cells, two rows of forty, each 1/40 of the width by 1/45 of the
/// height (32x16 at 720p: whole macroblocks, the cheapest and the hardiest thing to encode). Survives scaling and
/// coarse quantisation. The picture must be at least 64x48; the time must not be negative and loses its nanoseconds.
void stamp_time(Picture& picture, LocalTime time);

/// The time in a picture, which may have been scaled and encoded since. Nothing where there is none, or it is too
/// damaged for the CRC.
std::optional<LocalTime> read_time(const Picture& picture);

}  // namespace evenkeel
