#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/call/server_restart.h"
#include "app/call/server_session.h"
#include "app/capture/video_source.h"
#include "app/cli/server_place.h"
#include "core/ice/turn_client.h"
#include "core/net/secure/certificate.h"
#include "core/session/joining.h"

namespace evenkeel {

class CallRun;

/// A call that a media server took, and that our end has still to enter.
struct JoinedCall {
  ServerPlace place;
  Certificate certificate;
  std::uint64_t seed = 1;  ///< of what the offer says about our video
  Joining joining;
  std::vector<IceServer> ice_servers;  ///< that the server named
  std::unique_ptr<ServerSession> session;
  ServerRestart restart;
};

struct JoinResult {
  std::string error;  ///< one sentence; empty on success
  std::unique_ptr<JoinedCall> call;
};
/// Offers a call to the server and reads its answer. Blocks, for 10 s at most; a cancellation ends that until the offer
/// has left. Should the caller lose interest later, the server is told as soon as the result is destroyed.
JoinResult join_server(const ServerPlace& place, const CallOptions& options, const Cancellation& cancellation);

/// Adds the peer to an opened run, which keeps the call. A relay is used where the options or the server name one.
/// Returns an empty string, or one sentence that says what failed.
std::string set_up_server_call(CallRun& run, std::unique_ptr<JoinedCall> call, const PictureSink& on_picture);

/// Why nothing comes from the addresses that the server named, and what to do; about a call that was asked for long
/// ago.
std::string no_media_text(CallRun& run);
/// Why a call by a server is over; empty where it ended in order.
std::string server_refusal_text(CallRun& run);

}  // namespace evenkeel
