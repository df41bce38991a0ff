#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "core/link/link.h"
#include "core/pacing/pacer_factory.h"
#include "core/pacing/rfc3448.h"
#include "core/pacing/rmc.h"
#include "core/pacing/token_bucket.h"
#include "core/session/paced_queue.h"

namespace evenkeel {

/// A pacer with its queue, by the packet: what the tests of the send loops drive.
class PacedLoop {
 public:
  explicit PacedLoop(std::unique_ptr<Pacer> pacer) : queue_(std::move(pacer)) {}

  std::string_view name() { return pacer().name(); }
  void enqueue(PacketRef packet, LocalTime now) {
    OutgoingPacket outgoing;
    outgoing.slot = packet.slot;
    outgoing.wire = packet.size;
    queue_.push(outgoing, now);
  }
  std::size_t poll_batch(LocalTime now, std::span<PacketRef> out) {
    const std::size_t count = queue_.due(out.size(), now);
    queue_.offer(count);
    for (std::size_t i = 0; i < count; ++i) out[i] = {queue_.queue()[i].wire, queue_.queue()[i].slot};
    return count;
  }
  std::optional<PacketRef> poll(LocalTime now) {
    PacketRef packet;
    return poll_batch(now, {&packet, 1}) == 1 ? std::optional(packet) : std::nullopt;
  }
  void on_batch_sent(std::size_t count, LocalTime now) {
    for (std::size_t i = 0; i < count; ++i) queue_.on_sent(now);
  }
  void on_sent(LocalTime now) { on_batch_sent(1, now); }
  std::optional<PacketRef> discard(LocalTime now) {
    const auto packet = queue_.discard(now);
    return packet ? std::optional(PacketRef{packet->wire, packet->slot}) : std::nullopt;
  }
  std::optional<LocalTime> next_wake() const { return queue_.next_wake(); }
  DataSize queued() const { return queue_.queue().size(); }
  std::size_t queued_packets() const { return queue_.queue().packets(); }

  void set_rate(DataRate rate, LocalTime now) { queue_.set_rate(rate, now); }
  void set_min_round_trip_time(Duration rtt) { pacer().set_min_round_trip_time(rtt); }
  void reset(LocalTime now) { pacer().reset(now); }
  DataRate rate() const { return queue_.pacer().rate(); }
  double mismatch_bytes(LocalTime now) const { return queue_.pacer().mismatch_bytes(now); }
  Pacer& pacer() { return queue_.pacer(); }
  PacedQueue& paced_queue() { return queue_; }

 private:
  PacedQueue queue_;
};

inline std::unique_ptr<PacedLoop> make_paced_loop(std::string_view name) {
  return std::make_unique<PacedLoop>(make_pacer(name));
}

/// The loop of one kind, made as the pacer is.
template <class P>
class Paced : public PacedLoop {
 public:
  template <class... Arguments>
  explicit Paced(const Arguments&... arguments) : PacedLoop(std::make_unique<P>(arguments...)) {}

  P& own() { return static_cast<P&>(pacer()); }
};

class PacedRmc : public Paced<Rmc> {
 public:
  using Paced::Paced;
  Duration sampling_time() { return own().sampling_time(); }
  DataSize forgiven() { return own().forgiven(); }
};
using PacedRfc3448 = Paced<Rfc3448>;
using PacedTokenBucket = Paced<TokenBucket>;

}  // namespace evenkeel
