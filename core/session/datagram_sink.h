#pragma once

#include <cstdint>
#include <span>

#include "core/base/endpoint.h"

namespace evenkeel {

/// Where datagrams go: a socket, or an emulated link in front of it. May be used by several threads.
class DatagramSink {
 public:
  using Datagram = std::span<const std::uint8_t>;
  virtual ~DatagramSink() = default;

  /// False where it would not take the datagram now (a full socket buffer): try again later. A datagram that cannot be
  /// delivered for good is taken and lost, as on any network.
  /// `ecn`: its codepoint of explicit congestion notification (RFC 3168, section 5): 0 not capable, 1 ECT(1), 2 ECT(0).
  virtual bool send(Datagram datagram, const Route& to, std::uint8_t ecn = 0) = 0;

  /// Several in their order, with as few system calls as it can; returns how many it took, counted from the first.
  virtual std::size_t send_batch(std::span<const Datagram> datagrams, const Route& to, std::uint8_t ecn = 0) {
    std::size_t taken = 0;
    while (taken < datagrams.size() && send(datagrams[taken], to, ecn)) ++taken;
    return taken;
  }
};

}  // namespace evenkeel
