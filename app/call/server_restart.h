#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/process/detached_task.h"
#include "core/net/secure/whip_client.h"
#include "core/session/joining.h"

namespace evenkeel {

class NetworkThread;
class ServerSession;

/// Asks a media server for another way to it whenever the call wants one, from a thread that nobody waits for. Owned by
/// one thread, which it never blocks.
class ServerRestart {
 public:
  ServerRestart() = default;
  ~ServerRestart() { give_up(); }
  ServerRestart(const ServerRestart&) = delete;
  ServerRestart& operator=(const ServerRestart&) = delete;

  struct News {
    std::string text;  ///< for people
    bool is_problem = false;
  };
  std::optional<News> step(NetworkThread& network, const ServerSession& session);
  /// What has not left yet does not leave any more.
  void give_up();

 private:
  News ask(const ServerSession& session);
  void begin(const ServerSession& session);
  News take(const WhipRestart& answer, NetworkThread& network, const HttpUrl& server);
  News follow(const WhipRestart& answer, NetworkThread& network, const HttpUrl& server);

  std::uint64_t asked_ = 0;  // of those that the call wanted
  IceRestart wanted_;        // our half of the one that is asked for
  LocalTime began_{};
  std::shared_ptr<Cancellation> cancellation_;
  DetachedTask<WhipRestart> asking_;
};

}  // namespace evenkeel
