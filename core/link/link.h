#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "core/base/data_size.h"
#include "core/base/ring.h"
#include "core/link/capacity.h"
#include "core/link/impairments.h"

namespace evenkeel {

/// What a link needs to know of a packet: its size, and the slot of the memory that holds it, which is the owner's
/// business.
struct PacketRef {
  DataSize size;           ///< the whole IP packet: payload, RTP, UDP and IP headers
  std::uint32_t slot = 0;  ///< the owner's handle
};

/// How much a link may hold. A Duration means as many bytes as the capacity of the moment passes on in that time
/// (RFC 8868, 4.3: bytes = s x bit/s / 8).
using BufferLimit = std::variant<Duration, DataSize>;

struct LinkConfig {
  Capacity capacity = Capacity::constant(DataRate::unlimited());
  Duration propagation_delay{};
  BufferLimit buffer = Duration(300ms);
  LossModel loss;           ///< strikes after the bottleneck: a lost packet has used its capacity
  Duration jitter_sigma{};  ///< 0: none. See Jitter for the distribution
  /// Packets that find a longer queue get a congestion mark, if they can carry one (RFC 3168; a step, as RFC 9331's
  /// senders expect). Nothing: no marks.
  std::optional<Duration> mark_above{};
  Reordering reordering{};  ///< after the jitter, which keeps the order
  double duplicates = 0;    ///< share of the packets that come out twice, 0..1; the copy is reordered on its own
  DelayDips dips{};         ///< counted from the start of the link
  /// Larger packets are lost without a word, as where an ICMP filter hides a small MTU. Nothing: no limit.
  std::optional<DataSize> mtu{};
  /// A NAT on the way gives the flow another source port after each such time since the start; 0: never. It is the
  /// business of who sees addresses: see DatagramLink::Arrival.
  Duration rebind_every{};
  std::uint64_t seed = 1;  ///< of loss, jitter, reordering and duplicates, which have independent sequences
};

/// A packet that comes out at the far end, or that was lost on the way (the caller frees its slot either way).
struct LinkDelivery {
  PacketRef packet;
  LocalTime at;  ///< when; of a lost packet, when it would have come
  bool lost = false;
  bool marked = false;  ///< it found a queue longer than LinkConfig::mark_above
  bool last = true;     ///< false: the same packet comes once more, and its slot stays in use
};

/// What a link shows of itself in telemetry: the truth, which no sender of a real path knows.
struct LinkState {
  DataRate capacity;          ///< Capacity::rate_at() of now
  DataSize queue;             ///< not yet served, the packet in service with the rest of it, rounded up
  Duration queue_delay{};     ///< until all of it is served; at most an hour, also where the capacity stays at zero
  std::uint64_t dropped = 0;  ///< refused by push() since the start
  std::uint64_t lost = 0;     ///< given out by poll() as lost since the start
};

/// The emulated bottleneck: a first-in first-out queue with a tail drop in front of a capacity that varies over time,
/// then a propagation delay, which may dip, jitter, random loss, reordering and duplicates. All flows of a path share
/// one Link per direction.
///
/// It lives in virtual time: when a packet is served follows from the pushes and the live changes alone, so that a late
/// or superfluous poll() changes nothing. Times must not decrease from call to call; an earlier one counts as the
/// latest so far. It allocates nothing per packet once its queues are warm.
class Link {
 public:
  Link(const LinkConfig& config, LocalTime start);

  /// False: dropped, the caller keeps the packet. A packet is accepted if it and all that is not yet served fit into
  /// the buffer, or if nothing is waiting.
  bool push(PacketRef packet, LocalTime now);

  /// The next packet to come out by now, in the order in which they come out: that of the pushes but for reordering.
  /// Call until there is none.
  std::optional<LinkDelivery> poll(LocalTime now);

  /// The exact time of the next delivery as things stand, or, of a link that reorders, maybe an earlier one; nothing if
  /// the link is empty or will never serve its head.
  std::optional<LocalTime> next_wake() const;

  LinkState state(LocalTime now) const;

  /// Live changes. The times of the new capacity count from now; what is served of the head packet stays served.
  void set_capacity(Capacity capacity, LocalTime now);
  /// For the packets whose service ends after now. A shorter delay lets none overtake those in flight.
  void set_delay(Duration propagation_delay, LocalTime now);
  /// For the packets to come: those inside stay.
  void set_buffer(BufferLimit buffer, LocalTime now);
  /// For the packets whose service begins after now.
  void set_loss(const LossModel& loss, LocalTime now);
  void set_jitter(Duration sigma, LocalTime now);

 private:
  struct Waiting {
    PacketRef packet;
    bool marked = false;
  };
  // The packet in service: the front of waiting_.
  struct Head {
    LocalTime since;                  // from when bits_left counts
    double bits_left = 0;             // not served at `since`
    std::optional<LocalTime> served;  // when its last bit is; nothing: never
    double surplus_bits = 0;          // Capacity::Completion of it
    Duration jitter{};
    Duration extra{};                // Reordering of it
    std::optional<Duration> copied;  // Reordering of its copy
    bool lost = false;
  };
  struct InFlight {
    LinkDelivery delivery;
    std::uint64_t number = 0;  // of the packet, in the order of the pushes
  };

  void advance(LocalTime now);
  void begin_service(LocalTime from, double surplus_bits);
  void schedule_head();
  void finish_head();
  void launch(const LinkDelivery& delivery);
  bool comes_again(std::uint64_t number);
  LocalTime in_order(const Head& head) const;
  double backlog_bits(LocalTime now) const;
  bool fits(PacketRef packet) const;
  bool marks() const;

  Capacity capacity_;
  LocalTime capacity_start_;
  Duration propagation_delay_;
  BufferLimit buffer_;
  std::optional<Duration> mark_above_;
  LossProcess loss_;
  Jitter jitter_;
  ReorderingProcess reordering_;
  double duplicates_;
  Chance duplicate_;
  DelayDips dips_;
  std::optional<DataSize> mtu_;
  LocalTime start_;

  LocalTime now_;
  Ring<Waiting> waiting_;
  DataSize waiting_size_;
  Head head_;
  std::vector<InFlight> in_flight_;    // a heap, the earliest in front
  std::vector<std::uint64_t> copied_;  // numbers of packets whose both copies are in flight
  std::uint64_t number_ = 0;           // of the packet in service
  LocalTime last_delivery_;            // but for reordering
  std::uint64_t dropped_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace evenkeel
