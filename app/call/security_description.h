#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/net/secure_channel.h"

namespace evenkeel {

/// "rfc8888", "transport-wide", "none".
std::string_view name_of(ArrivalFeedback feedback);
/// For people, as the beginning of a sentence.
std::string feedback_text(ArrivalFeedback feedback);

/// For summary.json: the figures of the transport by the names of W3C's "Identifiers for WebRTC's Statistics API", and
/// what was ignored, by reason.
nlohmann::ordered_json security_json(const SecurityStatus& status);

}  // namespace evenkeel
