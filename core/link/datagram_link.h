#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/link/link.h"

namespace evenkeel {

/// A Link with the memory of the datagrams that are on it. A tag of the sender's choice travels with each.
class DatagramLink {
 public:
  DatagramLink(const LinkConfig& config, LocalTime start) : link_(config, start) {}

  /// `overhead`: the headers around the datagram that use capacity as well. `ecn`: of its IP header (RFC 3168); 0
  /// cannot be marked. False: dropped, the queue has no room for it.
  bool send(std::span<const std::uint8_t> datagram, DataSize overhead, std::uint32_t tag, LocalTime now,
            std::uint8_t ecn = 0);

  struct Arrival {
    std::span<const std::uint8_t> datagram;
    std::uint32_t tag = 0;
    LocalTime at{};
    std::uint8_t ecn = 0;  ///< as sent, or 3 where the link marked it
  };
  /// The next datagram that has come out by now; valid until the next call. Lost ones are passed over.
  std::optional<Arrival> poll(LocalTime now);

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
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::optional<std::uint32_t> held_;  // by the arrival given out last
};

}  // namespace evenkeel
