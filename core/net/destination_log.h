#pragma once

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <utility>

#include "core/base/endpoint.h"
#include "core/net/priority_mutex.h"

namespace evenkeel {

/// What became of the datagrams to one address.
struct DestinationFate {
  bool sent = false;   ///< at least one left
  int send_error = 0;  ///< errno of the last one where it could not leave; 0: it left
  int reported = 0;    ///< as errno, what a machine on the way or at its end said last (ICMP); 0: nothing

  bool is_refused() const { return reported == ECONNREFUSED; }
};

/// What became of the datagrams to each of the first addresses that a socket sends to. Any thread notes and asks.
/// Allocates nothing; takes a lock only at the first datagram to an address.
class DestinationLog {
 public:
  static constexpr std::size_t max_kept = 16;

  void on_sent(const Endpoint& to);
  /// With the errno of sending.
  void on_failed(const Endpoint& to, int error);
  /// Reports about addresses that nothing was sent to count for nothing: anybody can make them up.
  void on_reported(const Endpoint& to, int error);

  /// Nullopt: nothing was sent there, or others came first.
  std::optional<DestinationFate> find(const Endpoint& to) const;

 private:
  struct Kept {
    Endpoint to;  // does not change once it counts
    std::atomic<bool> sent{false};
    std::atomic<int> send_error{0};
    std::atomic<int> reported{0};
  };
  const Kept* find_kept(const Endpoint& to) const;
  Kept* find_kept(const Endpoint& to) { return const_cast<Kept*>(std::as_const(*this).find_kept(to)); }
  Kept* find_or_keep(const Endpoint& to);

  std::array<Kept, max_kept> kept_;
  std::atomic<std::size_t> count_{0};
  PriorityMutex mutex_;  // of who adds one
};

}  // namespace evenkeel
