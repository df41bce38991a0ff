#pragma once

#include <memory>

#include "core/base/time.h"
#include "core/net/secure/whip_client.h"

namespace evenkeel {

/// Held by whoever asks a server, or says goodbye to it, in a thread that nobody joins, and as long as there is
/// somebody to say goodbye to.
class ServerErrand {
 public:
  ServerErrand();
  ~ServerErrand();
  ServerErrand(const ServerErrand&) = delete;
  ServerErrand& operator=(const ServerErrand&) = delete;
};

/// The program ends: waits for errands, for ServerSession::goodbye_limit at most, so that servers learn that calls are
/// over.
void finish_server_errands();

/// A call that a media server took: says goodbye to it (DELETE) when this ends, from a thread that nobody waits for.
class ServerSession {
 public:
  static constexpr Duration goodbye_limit = 2s;

  ServerSession(WhipServer server, HttpUrl resource);
  ~ServerSession();
  ServerSession(const ServerSession&) = delete;
  ServerSession& operator=(const ServerSession&) = delete;

  const WhipServer& server() const { return server_; }
  const HttpUrl& resource() const { return resource_; }

 private:
  WhipServer server_;
  HttpUrl resource_;
  std::unique_ptr<ServerErrand> errand_ = std::make_unique<ServerErrand>();
};

}  // namespace evenkeel
