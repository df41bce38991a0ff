#pragma once

#include <optional>

#include "core/frames/picture.h"

namespace evenkeel {

/// Draws a time into the top of a picture so that the receiver can read it from the decoded picture: 64 bits of
/// microseconds and a 16-bit CRC as black and white cells, two rows of forty, each 1/40 of the width by 1/45 of the
/// height (32x16 at 720p: whole macroblocks, cheap to encode and robust). Survives scaling and coarse quantisation. The
/// picture must be at least 64x48; the time must not be negative and is rounded down to microseconds.
void stamp_time(Picture& picture, LocalTime time);

/// Reads the time from a picture, which may have been scaled and encoded. Nullopt if there is none, or if the CRC does
/// not match.
std::optional<LocalTime> read_time(const Picture& picture);

}  // namespace evenkeel
