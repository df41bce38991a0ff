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

class PendingAnswer;

/// A server that has the offer and did not answer in time: it may take the call all the same.
struct LateAnswer {
  std::shared_ptr<PendingAnswer> pending;
  HttpUrl from;
};

/// What came of an offer.
struct WhipAnswer {
  std::string error;                ///< one sentence; empty on success
  std::string sdp;                  ///< the answer
  std::optional<HttpUrl> resource;  ///< to be deleted at the end; may be there after an error too
  std::vector<IceServer> ice_servers;
  bool takes_restarts = false;     ///< it has an ETag, by which PATCH is offered (RFC 9725, section 4.3.1)
  std::optional<LateAnswer> late;  ///< for late_resource()
};

inline constexpr int max_whip_redirects = 3;
inline constexpr Duration whip_time_limit = 10s;
/// How much longer the answer to an offer is waited for, to end a call that the server takes after all.
inline constexpr Duration late_answer_limit = 5s;

/// Offers a call (RFC 9725, section 4.2; WHEP's draft likewise): POST, then up to max_whip_redirects of the kinds 307
/// and 308. Blocks, for whip_time_limit at most, the look-up of names included; a cancellation ends that until the
/// request has left. Throws nothing.
WhipAnswer offer_call(const WhipServer& server, std::string_view sdp, const Cancellation* cancellation);

/// What is to be deleted where the server takes the call after all. Blocks, for `limit` at most. Throws nothing.
std::optional<HttpUrl> late_resource(const LateAnswer& late, Duration limit);

/// What came of an ICE restart.
struct WhipRestart {
  enum class Outcome {
    agreed,       ///< `fragment` has the new way to it
    unreachable,  ///< no answer came: another try may get one
    refused,      ///< another try would get the same
    gone          ///< the server knows nothing of the call any more
  };
  Outcome outcome = Outcome::refused;
  std::string error;     ///< one sentence; empty where it agreed
  std::string fragment;  ///< application/trickle-ice-sdpfrag (RFC 8840), with a password in it
};

/// Asks for an ICE restart of a call (RFC 9725, section 4.3.3): PATCH with a fragment of that kind. Blocks
/// as offer_call() does. Throws nothing.
WhipRestart restart_call(const WhipServer& server, const HttpUrl& resource, std::string_view fragment,
                         const Cancellation* cancellation);

/// Ends a call: DELETE. Blocks, for `limit` at most. Its answer would change nothing, and is not looked at.
void delete_call(const WhipServer& server, const HttpUrl& resource, Duration limit);

}  // namespace evenkeel
