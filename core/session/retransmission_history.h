#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/ring.h"
#include "core/rtp/sequence_unwrapper.h"
#include "core/session/retransmission_budget.h"

namespace evenkeel {

struct RetransmissionHistoryConfig {
  std::size_t max_packet_size = 1200;  ///< bytes of an RTP packet; larger ones are not kept
  DataSize ip_overhead = bytes(28);    ///< what a packet has around it on the wire, which counts in the budget
};

/// How a request for a packet is answered.
struct RetransmissionAnswer {
  enum class Kind {
    once,
    twice,        ///< it was answered before, in vain, or nothing else mends losses: poll() gives a second copy
    unknown,      ///< never sent, or no longer kept
    too_old,      ///< of no use any more
    on_its_way,   ///< answered less than 0.8 round trips ago, or one of a peer that asks blindly
    over_budget,  ///< too much is sent again as it is
  };
  Kind kind = Kind::unknown;
  std::span<const std::uint8_t> packet;  ///< the original, empty where refused; valid until the next on_sent()
};

struct RetransmissionStats {
  std::uint64_t requests = 0;
  std::uint64_t answered = 0;       ///< requests, not copies
  std::uint64_t second_copies = 0;  ///< given by poll()
  std::uint64_t unknown = 0;        ///< refused, as RetransmissionAnswer::Kind has it
  std::uint64_t too_old = 0;
  std::uint64_t on_its_way = 0;
  std::uint64_t over_budget = 0;
};

/// The packets of a stream that left during the last second or three round trips, whichever is longer, to be sent again
/// for who asks (RFC 4588). Holds at most 2 MiB, all of it from the beginning: allocates nothing per packet. Requests
/// are hostile: whatever they ask for, they cost a look into a table, and no more than the budget is sent.
/// Times must not decrease.
class RetransmissionHistory {
 public:
  static constexpr std::size_t max_bytes = 2 * 1024 * 1024;
  static constexpr Duration min_kept = 1s;
  static constexpr Duration second_copy_delay = 5ms;
  static constexpr Duration assumed_round_trip_time = 100ms;  ///< before the first is known

  explicit RetransmissionHistory(const RetransmissionHistoryConfig& config);

  /// Forgets all packets: the stream begins.
  void start();
  void set_ip_overhead(DataSize overhead) { config_.ip_overhead = overhead; }
  /// Of everything that is sent; a share of it, usually a quarter, may be sent again. Nothing is before the first rate.
  void set_rate(DataRate rate) { budget_.set_rate(rate); }
  void set_share(double share) { budget_.set_share(share); }
  /// Nothing but this mends losses of the peer, and it asks again before it could know that an answer was lost, as
  /// browsers do, which leave queues out of their round trips: each answer is given twice at once, and what is asked
  /// for again within a round trip waits.
  void set_alone(bool alone) { alone_ = alone; }
  /// Negative values count as zero, those above 10 s as 10 s.
  void set_round_trip_time(Duration round_trip_time);

  /// An RTP packet of the stream left; the numbers ascend, with wraps.
  void on_sent(std::uint16_t sequence_number, std::span<const std::uint8_t> packet, LocalTime now);
  RetransmissionAnswer on_request(std::uint16_t sequence_number, LocalTime now);
  /// The packet as it left, without any budget: for padding. Empty where it is no longer kept.
  std::span<const std::uint8_t> original(std::uint16_t sequence_number);
  /// A second copy that is due, as its original; empty where there is none. Valid until the next on_sent().
  std::span<const std::uint8_t> poll(LocalTime now);
  /// When poll() may have something.
  std::optional<LocalTime> next_wake() const;

  /// What answers took of the link during the last 500 ms, headers included: for the split of the rate.
  DataSize recently_answered(LocalTime now) { return budget_.spent(now); }
  const RetransmissionStats& stats() const { return stats_; }

 private:
  static constexpr std::int64_t none = -1;

  struct Entry {
    std::int64_t number = none;  // without wraps
    std::size_t size = 0;
    LocalTime sent{};
    LocalTime answered_last{};
    bool answered = false;
  };
  struct Copy {
    std::int64_t number = none;
    LocalTime due{};
  };

  std::size_t slot_of(std::int64_t number) const { return static_cast<std::size_t>(number) % entries_.size(); }
  Entry* find(std::int64_t number);
  std::span<const std::uint8_t> bytes_of(const Entry& entry) const;
  DataSize on_wire(const Entry& entry) const;
  RetransmissionAnswer refuse(RetransmissionAnswer::Kind kind, std::uint64_t& counter);
  RetransmissionAnswer answer(Entry& entry, LocalTime now);

  RetransmissionHistoryConfig config_;
  std::vector<Entry> entries_;
  std::vector<std::uint8_t> memory_;  // a slot of max_packet_size for each entry
  SequenceUnwrapper<std::uint16_t> numbers_;
  Ring<Copy> copies_;  // in the order of their times
  RetransmissionBudget budget_;
  bool alone_ = false;
  Duration round_trip_time_ = assumed_round_trip_time;
  RetransmissionStats stats_;
};

}  // namespace evenkeel
