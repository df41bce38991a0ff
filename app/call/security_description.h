#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/net/secure_channel.h"

namespace evenkeel {

/// For summary.json: the figures of the transport by the names of W3C's "Identifiers for WebRTC's Statistics API", and
/// what was ignored, by reason.
nlohmann::ordered_json security_json(const SecurityStatus& status);

}  // namespace evenkeel
