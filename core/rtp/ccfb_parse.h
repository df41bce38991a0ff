#pragma once

#include <cstdint>
#include <span>

#include "core/rtp/rtcp.h"

namespace evenkeel {

/// Reads a congestion control feedback packet behind its first word (RFC 8888, section 3.1). False where its lengths do
/// not add up; `out` is then unspecified. Memory of `out` is reused.
bool parse_congestion_feedback(std::span<const std::uint8_t> body, CongestionFeedback& out);

}  // namespace evenkeel
