#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/link/link.h"
#include "core/session/endpoint.h"

namespace evenkeel {

/// Where datagrams go: a socket, or an emulated link in front of it. May be used by several threads.
class DatagramSink {
 public:
  virtual ~DatagramSink() = default;

  /// False where it would not take the datagram now (a full socket buffer): try again later. A datagram that cannot be
  /// delivered for good is taken and lost, as on any network.
  virtual bool send(std::span<const std::uint8_t> datagram, const Endpoint& to) = 0;

  /// What is known of the link behind it; nothing for a real network.
  virtual std::optional<LinkState> link_state() { return std::nullopt; }
};

}  // namespace evenkeel
