#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

#include "core/link/datagram_link.h"
#include "core/net/priority_mutex.h"
#include "core/net/route_table.h"
#include "core/net/wakeup.h"
#include "core/session/datagram_sink.h"

namespace evenkeel {

/// An emulated bottleneck in front of a sink, driven by a thread of its own. Which packet leaves when is decided in
/// virtual time, so a late wake-up delays a packet and changes no rate. Its packets are under way to at most
/// RouteTable::capacity addresses; those to one more are lost.
class EmulatedLink final : public DatagramSink {
 public:
  /// `start`: when the schedule or trace of the capacity begins. `on_rebind` is called by the link's thread each time
  /// its NAT gives the flow another mapping (LinkConfig::rebind_every), before the first datagram of it.
  EmulatedLink(const LinkConfig& config, DatagramSink& behind, LocalTime start, std::function<void()> on_rebind = {});
  ~EmulatedLink() override;

  bool send(std::span<const std::uint8_t> datagram, const Route& to, std::uint8_t ecn = 0) override;
  std::size_t send_batch(std::span<const Datagram> datagrams, const Route& to, std::uint8_t ecn = 0) override;
  /// From any thread.
  LinkState state();

  /// Runs `change` on the link, between two of its packets.
  template <class Change>
  void change(Change change) {
    {
      const std::lock_guard lock(mutex_);
      change(link_.link());
    }
    wakeup_.wake();
  }

 private:
  void run();
  void follow_mapping(std::uint32_t mapping);

  DatagramSink& behind_;
  std::function<void()> on_rebind_;
  std::uint32_t mapping_ = 0;  // of the last datagram
  PriorityMutex mutex_;
  DatagramLink link_;  // under mutex_
  RouteTable routes_;  // of its packets, under mutex_
  LocalTime armed_{};  // until when the thread sleeps, under mutex_
  Wakeup wakeup_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace evenkeel
