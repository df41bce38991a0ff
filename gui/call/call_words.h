#pragma once

#include <QString>

#include "core/telemetry/sample.h"
#include "gui/backend/call_backend.h"

namespace evenkeel {

// What the call view says, as plain functions.

/// How much attention a state wants; the colour of the dot.
enum class Mood { quiet, under_way, good, attention };
Mood mood_of(const CallStatus& status);

/// The state in one line; never empty.
QString status_words(const CallStatus& status);
/// Below it, during a call: "sharing with another sender: holding a fair half"; else empty.
QString mode_words(const CallStatus& status, std::optional<ControllerMode> mode);
/// What stands in the middle of the remote picture: empty unless people have to know now.
QString remote_notice(const CallStatus& status);
/// In place of a remote picture that has not come.
QString remote_placeholder(const CallStatus& status);
/// On the own picture: camera lost, or muted; else empty.
QString own_notice(const CallStatus& status);

/// A call is there to be hung up.
bool has_call(const CallStatus& status);
/// Packets are exchanged in the clear, or will be.
bool is_open_to_readers(const CallStatus& status);
/// What "not encrypted" means and what to do.
QString not_encrypted_meaning(const CallStatus& status);
/// "Call again", "Run the demo again", "Wait again".
QString again_words(CallKind kind);

/// "1280x720  30/s  2.46 Mbit/s  119 ms", what is known of it. The rate is the received one of a flow that comes in and
/// the sent one of a flow that goes out.
QString figures_words(const Sample& sample, bool incoming);
/// "0:07", "12:34", "1:02:03".
QString clock_words(Duration time);

}  // namespace evenkeel
