#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/pacing/pacer.h"
#include "core/session/send_queue.h"

namespace evenkeel {

/// A queue whose packets leave when the pacer says. After any call ask due() until it returns 0, and come back at
/// next_wake(). Allocates nothing once it is warm.
class PacedQueue {
 public:
  /// Packets that leave at one time are asked for in batches of at most so many.
  static constexpr std::size_t largest_batch = 256;

  /// Not null.
  explicit PacedQueue(std::unique_ptr<Pacer> pacer) : pacer_(std::move(pacer)) {}

  /// False where the packet's class is full.
  bool push(const OutgoingPacket& packet, LocalTime now);
  /// How many packets in front may leave now, `most` at most.
  std::size_t due(std::size_t most, LocalTime now);
  /// The first `count` packets are being offered to the socket: nothing overtakes them any more.
  void offer(std::size_t count) { queue_.offer(count); }
  /// The packet in front has left.
  OutgoingPacket on_sent(LocalTime now);
  /// Takes a packet off unsent, counted nowhere. Nothing where none waits.
  std::optional<OutgoingPacket> discard(LocalTime now);
  /// The same of a class, but for what was offered.
  std::optional<OutgoingPacket> discard(PacketClass kind, LocalTime now);
  std::optional<OutgoingPacket> expire(LocalTime now);
  /// Nothing while the queue is empty or the rate is zero. May lie in the past.
  std::optional<LocalTime> next_wake() const;

  void set_rate(DataRate rate, LocalTime now) { pacer_->set_rate(rate, now); }
  void limit_idle(std::optional<Duration> longest) { pacer_->limit_idle(longest); }
  /// Another pacer: it gets the rate, the limit and the minimum round-trip time, and begins now. What the old one owed
  /// (d_c - d_e, of the order of one packet) is not carried over. Not null.
  void set_pacer(std::unique_ptr<Pacer> pacer, LocalTime now);

  const SendQueue& queue() const { return queue_; }
  Pacer& pacer() { return *pacer_; }
  const Pacer& pacer() const { return *pacer_; }

 private:
  std::optional<DataSize> head() const;
  void on_removed(LocalTime now);

  std::unique_ptr<Pacer> pacer_;
  SendQueue queue_;
  std::vector<DataSize> sizes_;  // of those in front, for the pacer
};

}  // namespace evenkeel
