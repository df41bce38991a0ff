#pragma once

#include <QString>

#include "core/telemetry/sample.h"
#include "gui/backend/call_backend.h"

namespace evenkeel {

// The texts of the call view, as pure functions.

/// How much attention a state needs; determines the colour of the dot.
enum class StatusLevel { quiet, under_way, good, attention };
StatusLevel level_of(const CallStatus& status);

/// The state in one line; never empty.
QString status_words(const CallStatus& status);
/// The end of that, which must not be cut off: "camera lost · the other side records"; mostly empty.
QString warning_words(const CallStatus& status);
/// The line below it, during a call: "sharing with another sender: holding a fair half"; otherwise empty.
QString mode_words(const CallStatus& status, std::optional<ControllerMode> mode);
/// The notice in the middle of the remote picture; empty unless something needs attention now.
QString remote_notice(const CallStatus& status);
/// The text shown before the first remote picture.
QString remote_placeholder(const CallStatus& status);
/// The notice on the own picture: camera lost, muted, or paused because the connection is slow; otherwise empty.
QString own_notice(const CallStatus& status);

/// Whether there is a call to hang up.
bool has_call(const CallStatus& status);
/// What is known of a call's secrecy. Not before there is a peer: until then a caller has sent no picture, and a
/// listener that gives away a link will only send encrypted ones.
enum class Secrecy { unknown, open_to_readers, encrypted };
Secrecy secrecy_of(const CallStatus& status);
/// What that means, and what to do; empty while it is unknown.
QString secrecy_meaning(const CallStatus& status);
/// In two words, or where a server is between in a few.
QString secrecy_name(const CallStatus& status);
/// The number for both ends to compare during a call; empty where there is none, and in a demo, which has nobody to
/// compare it with.
QString number_to_compare(const CallStatus& status);
/// What comparing the number is for.
QString number_meaning();
/// While it rings: who calls, or who is called.
QString ringing_words(const CallStatus& status);
/// "Call again", "Run the demo again", "Wait again".
QString again_words(CallKind kind);

/// "1280x720  30 fps  2.46 Mbit/s  119 ms", as far as known. The rate is the received rate of an incoming flow and the
/// sent rate of an outgoing one.
QString figures_words(const Sample& sample, bool incoming);
/// "0:07", "12:34", "1:02:03".
QString clock_words(Duration time);
/// While a recording runs: "Recording 1:23, 4.5 MB"; without a size, "Recording 1:23, the run only".
QString recording_words(Duration time, std::optional<DataSize> size);

}  // namespace evenkeel
