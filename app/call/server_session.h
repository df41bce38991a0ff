#pragma once

#include <memory>

#include "app/process/program_end.h"
#include "core/base/time.h"
#include "core/net/secure/whip_client.h"

namespace evenkeel {

/// Held by whoever asks a server, or says goodbye to it, in a thread that nobody joins, and as long as there is
/// somebody to say goodbye to: the program waits for that at its end, so that servers learn that calls are over. Each
/// step has a limit of its own; this is more than all of them.
class ServerErrand {
 public:
  enum class Kind { asks, says_goodbye };
  explicit ServerErrand(Kind kind);

 private:
  PromisedWork promise_;
};

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
  std::shared_ptr<ServerErrand> errand_ = std::make_shared<ServerErrand>(ServerErrand::Kind::says_goodbye);
};

/// Waits for goodbyes to calls of this URL, so that a new call does not meet the one before it there; for goodbye_limit
/// at most, and until a cancellation.
void wait_for_goodbyes(const HttpUrl& called, const Cancellation& cancellation);

/// Says goodbye to a server that takes the call although nobody waits for its answer any more; likewise from a thread
/// of its own.
void await_late_answer(const WhipServer& server, const LateAnswer& late);

}  // namespace evenkeel
