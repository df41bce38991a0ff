#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/endpoint.h"
#include "core/link/link.h"

namespace evenkeel {

/// A Link with the memory of the datagrams that are on it, and with the NAT at its far end. A tag of the sender's
/// choice travels with each.
class DatagramLink {
 public:
  DatagramLink(const LinkConfig& config, LocalTime start)
      : link_(config, start), start_(start), rebind_every_(config.rebind_every) {}

  /// `overhead`: the headers around the datagram that use capacity as well. `ecn`: of its IP header (RFC 3168); 0
  /// cannot be marked. False: dropped, the queue has no room for it.
  bool send(std::span<const std::uint8_t> datagram, DataSize overhead, std::uint32_t tag, LocalTime now,
            std::uint8_t ecn = 0);

  struct Arrival {
    std::span<const std::uint8_t> datagram;
    std::uint32_t tag = 0;
    LocalTime at{};
    std::uint8_t ecn = 0;       ///< as sent, or 3 where the link marked it
    std::uint32_t mapping = 0;  ///< of the NAT: how often it gave the flow another source; see mapped()
  };
  /// The next datagram that has come out by now; valid until the next call. Lost ones are passed over.
  std::optional<Arrival> poll(LocalTime now);

  /// The NAT has lost its mapping: what comes out from now on has another source, and what is sent to the one before
  /// no longer gets through. LinkConfig::rebind_every does so at its times.
  void rebind() { ++rebinds_; }
  /// The mapping that holds at that time.
  std::uint32_t mapping(LocalTime at) const;

  /// Whether a datagram with this tag is on the link, or was given out by the last poll(); takes time in proportion to
  /// how many are.
  bool carries(std::uint32_t tag) const;

  std::optional<LocalTime> next_wake() const { return link_.next_wake(); }
  LinkState state(LocalTime now) const { return link_.state(now); }
  /// For live changes.
  Link& link() { return link_; }

 private:
  struct Slot {
    std::vector<std::uint8_t> bytes;
    std::uint32_t tag = 0;
    std::uint8_t ecn = 0;
    bool used = false;
  };
  std::uint32_t acquire();
  void release(std::uint32_t slot);

  Link link_;
  LocalTime start_;
  Duration rebind_every_;
  std::uint32_t rebinds_ = 0;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::optional<std::uint32_t> held_;  // by the arrival given out last
};

/// The source that a NAT shows of an endpoint behind it, as of so many mappings: the endpoint itself of the first, then
/// another port each time.
Endpoint mapped(const Endpoint& inside, std::uint32_t mapping);

}  // namespace evenkeel
