#pragma once

#include <functional>
#include <string>

#include "app/call/call_run.h"

namespace evenkeel {

// Each opens the peers of a kind of call in an opened run. Returns nothing, or one sentence that says what failed.

/// Two peers on loopback, "a-b" and "b-a"; the pictures that come to a are shown.
std::string set_up_demo(CallRun& run, const PictureSink& on_picture);
/// One that waits there; flows "outgoing" and "incoming".
std::string set_up_listen(CallRun& run, const Endpoint& bind, const PictureSink& on_picture);
std::string set_up_call(CallRun& run, const Endpoint& callee, const PictureSink& on_picture);

/// HOST, HOST:PORT or [IPV6]:PORT, 5004 where no port is given. Asks the resolver, which may take long.
Parsed<Endpoint> resolve_for_call(const std::string& address);

/// The end of the call whose pictures are shown and whose state is told.
Peer& own_peer(CallRun& run);

/// Nobody answered a call for 10 s.
bool unanswered(CallRun& run);
/// Why, as far as it can be known, and what to do.
std::string no_answer_text(CallRun& run, const std::string& address);

/// "in a call", for a progress line.
std::string state_text(CallState state);

}  // namespace evenkeel
