#pragma once

#include <optional>
#include <string>

#include "app/cli/call_options.h"
#include "core/base/endpoint.h"
#include "core/base/parsed.h"
#include "core/signal/link.h"

namespace evenkeel {

/// Where a call goes to, or is waited for.
struct CallPlace {
  Endpoint endpoint;             ///< of a call in plain RTP, or where to listen
  std::optional<CallLink> link;  ///< of a secure call
  bool everywhere = false;       ///< listens at all addresses of the machine, both families
};

/// Nothing, or one sentence that says what is wrong with what was typed as the other end of a call: a link, or with
/// --insecure-rtp HOST, HOST:PORT or [IPV6]:PORT. Looks nothing up.
std::string check_callee(const std::string& text, const CallOptions& options);

/// Blocks while it asks the resolver, which may take seconds.
Parsed<CallPlace> find_callee(const std::string& text, const CallOptions& options);
Parsed<CallPlace> find_listener(const CallOptions& options);

/// A link as it may be shown and recorded: without its secret.
std::string without_secrets(const std::string& argument);

}  // namespace evenkeel
