#pragma once

#include <span>
#include <string>

#include "app/call/call_run.h"
#include "core/net/destination_log.h"

namespace evenkeel {

// Calls that nothing answers: when to give up, and what to tell.

/// Whether nobody has answered the call for 10 s, nor is likely to: there is no reply code for which it goes on
/// (goes_on_for_reply_code); by a media server, whether it has sent nothing for so long.
bool unanswered(CallRun& run);
/// The likely reason, and what to do. `callee`: as it was typed.
std::string no_answer_text(CallRun& run, const std::string& callee);
/// Whether each address of the other side refuses: nobody waits there, or behind a NAT that refuses for who does.
bool callee_refuses(CallRun& run);
/// That a call goes on, for its reply code, though nothing has answered for 10 s; empty where that is not so.
std::string still_unanswered_text(CallRun& run);

/// Of a peer from which nothing has come for so long. One that lost us too waits for us for half a minute.
std::string silent_in_words(Duration silence);

/// The addresses that a call went to, each with what came of it: "tried 203.0.113.5:5004 (refused: nothing listens
/// there), [2001:db8::7]:5004 (no route)"; "tried 203.0.113.5:5004, and nothing came back" where that holds for all.
std::string tried_text(std::span<const Endpoint> addresses, const DestinationLog& log);
/// Whether datagrams can be sent to none of these addresses.
bool none_can_be_sent_to(std::span<const Endpoint> addresses, const DestinationLog& log);

}  // namespace evenkeel
