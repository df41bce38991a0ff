#pragma once

#include <string_view>

namespace evenkeel {

/// libopus' encoder looks ahead by so many samples: players cut off what it says first, and times are those of the
/// capture.
inline constexpr int opus_pre_skip = 312;

/// What stands at the beginning of recorded sound (RFC 7845, section 5.1), mono.
inline constexpr std::string_view opus_head(
    "OpusHead"
    "\1\1"          // version, channels
    "\x38\1"        // samples to skip
    "\x80\xBB\0\0"  // rate of what was encoded: 48000
    "\0\0"          // gain
    "\0",           // mapping of channels: one stream
    19);
static_assert(opus_head[10] == (opus_pre_skip & 0xFF) && opus_head[11] == opus_pre_skip >> 8);

}  // namespace evenkeel
