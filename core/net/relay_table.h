#pragma once

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <span>

#include "core/ice/turn_channels.h"
#include "core/net/priority_mutex.h"

namespace evenkeel {

/// How datagrams go to peers by way of a TURN server: the thread that speaks with the server tells, all that send ask.
class RelayTable {
 public:
  struct Way {
    Endpoint server;
    std::uint16_t channel = 0;
  };

  void set(const Endpoint& server, std::span<const TurnChannel> channels) {
    const std::lock_guard lock(mutex_);
    server_ = server;
    count_ = std::min(channels.size(), channels_.size());
    std::copy_n(channels.begin(), count_, channels_.begin());
  }
  /// Nullopt where the peer has no channel.
  std::optional<Way> find(const Endpoint& peer) const {
    const std::lock_guard lock(mutex_);
    const auto end = channels_.begin() + static_cast<std::ptrdiff_t>(count_);
    const auto found = std::find_if(channels_.begin(), end, [&](const TurnChannel& c) { return c.peer == peer; });
    return found == end ? std::nullopt : std::optional<Way>({server_, found->number});
  }

 private:
  mutable PriorityMutex mutex_;
  Endpoint server_;
  std::array<TurnChannel, TurnChannels::max_kept> channels_{};
  std::size_t count_ = 0;
};

}  // namespace evenkeel
