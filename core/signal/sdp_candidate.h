#pragma once

#include <string_view>

#include "core/signal/sdp_answer.h"

namespace evenkeel {

/// Of "candidate:..." (RFC 8839, section 5.1) what stands behind the colon: kept in the answer, or counted as passed
/// over.
void read_sdp_candidate(std::string_view value, SdpAnswer& answer);

}  // namespace evenkeel
