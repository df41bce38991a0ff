#pragma once

#include <string>
#include <utility>

#include "core/base/cryptography.h"
#include "core/base/parsed.h"
#include "core/net/secure/http_url.h"
#include "core/signal/sdp_offer.h"

namespace evenkeel {

struct CallOptions;

/// A media server, and what is asked of it.
struct ServerPlace {
  ServerCall call{};
  HttpUrl url;
};

/// "whip:URL" or "whep:URL", as it is typed in the window's field.
bool looks_like_server(const std::string& text);
/// The error is one sentence.
Parsed<ServerPlace> read_server(const std::string& text);

/// Bound to the origin that the command line named beside --token-file, whatever is called later.
struct ServerToken {
  HttpUrl server;
  std::string token;

  ServerToken(HttpUrl named, std::string text) : server(std::move(named)), token(std::move(text)) {}
  ServerToken(const ServerToken&) = delete;
  ServerToken& operator=(const ServerToken&) = delete;
  ~ServerToken() { wipe(token); }
};

/// Of --whip and --whep, as it would be typed; empty where neither was given.
std::string told_server(const CallOptions& options);

/// The options of a call by this server, which has one direction. Files for what it does not have are left out.
CallOptions options_for(ServerCall call, const CallOptions& told);

/// Nothing, or one sentence about options that contradict a call by a server.
std::string check_server_options(ServerCall call, const CallOptions& options);

/// The token for this server; empty where it is at another origin than that of the token.
std::string token_for(const HttpUrl& url, const CallOptions& options);

}  // namespace evenkeel
