#pragma once

#include <string>
#include <string_view>

#include "core/telemetry/run_event.h"

namespace evenkeel {

/// The text of an event or a message as the window spells quantities: "capacity 2.5 Mbit/s to 1 Mbit/s" of "capacity
/// 2.5Mbps to 1Mbps". Quantities within other words or in quotes stay as they are, as those of a schedule
/// ("0s:2.5Mbps,10s:1Mbps"), which can be typed, and of the name of a file.
std::string event_words(std::string_view text);
/// The same; a note is as somebody wrote it.
std::string event_words(const RunEvent& event);

}  // namespace evenkeel
