#pragma once

#include <functional>
#include <string>

#include "app/call/call_run.h"

namespace evenkeel {

// Each adds the peers of one kind of call to an opened run. Returns an empty string, or one sentence that says what
// failed.

/// Two peers on loopback, "a-b" and "b-a"; the pictures that a receives are shown.
std::string set_up_demo(CallRun& run, const PictureSink& on_picture);
/// One peer that waits for a call at this address; flows "outgoing" and "incoming".
std::string set_up_listen(CallRun& run, const Endpoint& bind, const PictureSink& on_picture);
std::string set_up_call(CallRun& run, const Endpoint& callee, const PictureSink& on_picture);

/// HOST, HOST:PORT or [IPV6]:PORT, 5004 by default. Blocks while it asks the resolver, which may take seconds.
Parsed<Endpoint> resolve_for_call(const std::string& address);

/// The end of the call whose received pictures and state are shown.
Peer& own_peer(CallRun& run);

/// Whether nobody has answered the call for 10 s.
bool unanswered(CallRun& run);
/// The likely reason, and what to do.
std::string no_answer_text(CallRun& run, const std::string& address);

/// "in a call", for a progress line.
std::string state_text(CallState state);

}  // namespace evenkeel
