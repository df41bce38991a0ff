#pragma once

#include <cstdint>
#include <string>

#include "core/rtp/ntp.h"

namespace evenkeel {

/// Names the clock of this machine to peers that share it, and to no one else: a keyed hash of the SSRC, by the
/// kernel's boot id. Empty where the kernel tells none.
std::string clock_id(std::uint32_t ssrc);

/// How the end with that SSRC writes its times. The origin looks random to the network, which thus does not learn the
/// time since boot; who shares the clock finds the same one. Random each time where the kernel tells no boot id.
NtpClock ntp_clock(std::uint32_t ssrc);

}  // namespace evenkeel
