#pragma once

#include <functional>
#include <string>

#include "app/call/call_run.h"
#include "app/cli/call_place.h"

namespace evenkeel {

// Each adds the peers of one kind of call to an opened run. Returns an empty string, or one sentence that says what
// failed.

/// Two peers on loopback, "a-b" and "b-a"; the pictures that a receives are shown.
std::string set_up_demo(CallRun& run, const PictureSink& on_picture);
/// One peer that waits for a call there; flows "outgoing" and "incoming". Of a secure call the run tells the link.
std::string set_up_listen(CallRun& run, const CallPlace& place, const PictureSink& on_picture);
std::string set_up_call(CallRun& run, const CallPlace& callee, const PictureSink& on_picture);
/// What the peer of a call is made of, but for whom it calls.
Parsed<Peer::Config> outgoing_peer(const CallRun& run, const PictureSink& on_picture);
/// A listener that waits gets another link and certificate, and tells the link; knocks of the one before do not open
/// any more. Does nothing where somebody has called, or in plain RTP. Returns what failed, or an empty string.
std::string renew_link(CallRun& run);

/// The end of the call whose received pictures and state are shown.
Peer& own_peer(CallRun& run);

/// What a caller that nothing answers shows, while it goes on for it; empty where there is none.
std::string reply_code(CallRun& run);
/// Why a secure call that is over never began; empty where it did, or was in plain RTP.
std::string refusal_text(CallRun& run);

/// "in a call", for a progress line.
std::string state_text(CallState state);

}  // namespace evenkeel
