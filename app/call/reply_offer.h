#pragma once

#include "app/cli/call_options.h"
#include "core/signal/link.h"

namespace evenkeel {

// The reply code of a caller that nothing answers (--reply-code): of use where somebody can pass it on. In a window
// there is always somebody, and to hang up is a click.

/// Whether there is one. On a terminal not where the link leads to this machine alone: no NAT is in between.
bool offers_reply_code(const CallOptions& options, const CallLink& link);

/// Whether the call goes on for the code that it has, for as long as that can be used. `all_refuse`: each address of
/// the other side does. On a terminal that ends the call, but not in a window: a NAT may refuse for who is behind it,
/// and the code was on the screen already.
bool goes_on_for_reply_code(const CallOptions& options, bool all_refuse);

}  // namespace evenkeel
