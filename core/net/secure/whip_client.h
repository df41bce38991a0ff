#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/cryptography.h"
#include "core/net/secure/http_url.h"
#include "core/net/secure/ice_server_links.h"
#include "core/net/secure/request_limit.h"

namespace evenkeel {

/// Which server takes a call, and what it asks for.
struct WhipServer {
  HttpUrl url;
  /// Of a bearer (RFC 6750); empty: none. Goes to the origin of `url` alone.
  std::string token;
  /// Lives as long as a thread that is left behind.
  std::shared_ptr<void> held;

  WhipServer() = default;
  WhipServer(const WhipServer&) = default;
  WhipServer(WhipServer&&) = default;
  WhipServer& operator=(const WhipServer&) = default;
  WhipServer& operator=(WhipServer&&) = default;
  ~WhipServer() { wipe(token); }
};

/// What came of an offer.
struct WhipAnswer {
  std::string error;                ///< one sentence; empty on success
  std::string sdp;                  ///< the answer
  std::optional<HttpUrl> resource;  ///< to be deleted at the end; may be there after an error too
  std::vector<IceServer> ice_servers;
};

inline constexpr int max_whip_redirects = 3;
inline constexpr Duration whip_time_limit = 10s;

/// Offers a call (RFC 9725, section 4.2; WHEP's draft likewise): POST, then up to max_whip_redirects of the kinds 307
/// and 308. Blocks, for whip_time_limit at most, the look-up of names included; a cancellation ends that until the
/// request has left. Throws nothing.
WhipAnswer offer_call(const WhipServer& server, std::string_view offer, const Cancellation* cancellation);

/// Ends a call: DELETE. Blocks, for `limit` at most. Its answer would change nothing, and is not looked at.
void delete_call(const WhipServer& server, const HttpUrl& resource, Duration limit);

}  // namespace evenkeel
