#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/call_options.h"
#include "app/cli/server_place.h"
#include "core/base/endpoint.h"
#include "core/base/parsed.h"
#include "core/signal/link.h"

namespace evenkeel {

/// Where a call goes to, or is waited for.
struct CallPlace {
  Endpoint endpoint;                  ///< of a call in plain RTP, or where to listen
  std::optional<CallLink> link;       ///< of a secure call
  std::optional<ServerPlace> server;  ///< of a call by a media server
  bool everywhere = false;            ///< listens at all addresses of the machine, both families
  std::vector<Endpoint> told{};       ///< of a listener: --address, of port 0 where it names none
};

/// Nothing, or one sentence that says what is wrong with what was typed as the other end of a call: a link, or with
/// --insecure-rtp HOST, HOST:PORT or [IPV6]:PORT. Looks nothing up.
std::string check_callee(const std::string& text, const CallOptions& options);

/// Blocks while it asks the resolver and reads the file of a password, which may take seconds.
Parsed<CallPlace> find_callee(const std::string& text, const CallOptions& options);
Parsed<CallPlace> find_listener(const CallOptions& options);

/// A link or a server as it may be shown and recorded: without its secret, or its path.
std::string without_secrets(const std::string& callee);
/// Likewise all arguments of a command line.
std::vector<std::string> without_secrets(std::vector<std::string> arguments);

}  // namespace evenkeel
