#pragma once

#include <atomic>
#include <cerrno>
#include <cstdint>

namespace evenkeel {

/// What became of the datagrams of a socket, by several threads. A datagram that fails for good is taken and lost, as
/// on any network; here it is remembered.
struct SendCounters {
  std::atomic<int> refusals{0};    ///< the peer's machine answered that nothing listens there
  std::atomic<int> last_error{0};  ///< errno of the last datagram that could not be sent
  std::atomic<std::uint64_t> lost{0};
  std::atomic<std::uint64_t> system_calls{0};
  std::atomic<std::uint64_t> source_fallbacks{0};  ///< left from another address than asked for, which is not there

  /// Whether the datagram would be taken a little later.
  static bool is_full(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == ENOBUFS; }

  void on_call() { system_calls.fetch_add(1, std::memory_order_relaxed); }
  void on_lost(int error) {
    lost.fetch_add(1, std::memory_order_relaxed);
    if (error == ECONNREFUSED) {
      refusals.fetch_add(1, std::memory_order_relaxed);
    } else {
      last_error.store(error, std::memory_order_relaxed);
    }
  }
};

}  // namespace evenkeel
