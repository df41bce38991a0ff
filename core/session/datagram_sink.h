#pragma once

#include <cstdint>
#include <span>

#include "core/session/endpoint.h"

namespace evenkeel {

/// Where datagrams go: a socket, or an emulated link in front of it. May be used by several threads.
class DatagramSink {
 public:
  using Datagram = std::span<const std::uint8_t>;
  virtual ~DatagramSink() = default;

  /// False where it would not take the datagram now (a full socket buffer): try again later. A datagram that cannot be
  /// delivered for good is taken and lost, as on any network.
  virtual bool send(Datagram datagram, const Endpoint& to) = 0;

  /// Several in their order, with as few system calls as it can; returns how many it took, counted from the first.
  virtual std::size_t send_batch(std::span<const Datagram> datagrams, const Endpoint& to) {
    std::size_t taken = 0;
    while (taken < datagrams.size() && send(datagrams[taken], to)) ++taken;
    return taken;
  }
};

}  // namespace evenkeel
