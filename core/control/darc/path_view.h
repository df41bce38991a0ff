#pragma once

#include <deque>
#include <span>
#include <vector>

#include "core/control/darc/delays.h"
#include "core/control/darc/delivery.h"
#include "core/control/darc/packet_pairs.h"
#include "core/control/sent_log.h"
#include "core/path/path_monitor.h"

namespace evenkeel::darc {

/// What packets sent and reported show of the path, before any law: the queue on the way there, that of the reports on
/// their way back, the round trip, what has been delivered, the jitter, packet pairs.
class PathView {
 public:
  /// What reports round to, and what a base that is the least of many lies below the others.
  static constexpr Duration noise = 2500us;

  /// A packet of the last report whose delay can be compared with those of others: it is about as large as they are.
  /// Sound is compared with nothing but sound, and only while there is nothing else.
  struct Seen {
    LocalTime sent{};
    Duration delay{};       ///< relative
    bool on_floor = false;  ///< it met no queue
  };

  void start(LocalTime now) { newest_sent_ = measured_ = other_than_sound_ = now; }
  void on_sent(const SentPacket& packet) { sent_.on_sent(packet); }
  void on_report(const PathReport& report);

  Duration queue() const { return queue_; }                       ///< q: what the newest comparable packet met
  Duration queue_step() const { return queue_ - queue_before_; }  ///< of the last report
  bool arrived() const { return arrived_; }                       ///< anything, by the last report
  LocalTime newest_sent() const { return newest_sent_; }          ///< of all that arrived
  std::span<const Seen> seen() const { return seen_; }
  /// Without queues; zero before the first.
  Duration round_trip() const { return min_round_trip_ + added_round_trip_; }
  /// D: the round trip and what reports wait for in the mean.
  Duration path_time() const;
  Duration backward_queue() const { return backward_queue_; }  ///< that reports met on their way
  Duration jitter() const { return jitter_.allowance(); }      ///< J
  const SentLog& sent() const { return sent_; }
  const Delivery& delivery() const { return delivery_; }
  const PacketPairs& pairs() const { return pairs_; }
  const BaseDelay& base() const { return base_; }  ///< of relative delays
  /// What a one-way delay has above a relative one.
  Duration assumed_propagation() const { return assumed_propagation_; }

  /// q_pred: the queue that a packet sent now will meet, where the bottleneck passes on `capacity`.
  Duration predicted_queue(DataRate capacity, LocalTime now) const;

  /// What pairs said is of before: new ones are asked for at once.
  void forget_pairs() { pairs_.reset(); }
  /// No packet may find the queue empty for long: the base stays.
  void freeze_base() {
    base_.freeze();
    sound_base_.freeze();
  }
  void thaw_base(LocalTime now) {
    base_.thaw(now);
    sound_base_.thaw(now);
  }
  /// What was taken for a queue is the path's.
  void on_route_change(LocalTime now);
  /// The base was wrong, and what delays count from may be another (PathReport::false_queue).
  void forget_base();

 private:
  void on_result(const PacketResult& packet, LocalTime now);
  Duration in_order(Duration queue, LocalTime sent);
  bool is_comparable(const PacketResult& packet, LocalTime now);
  void learn_round_trip(const PathReport& report);

  BaseDelay base_;
  BaseDelay sound_base_;          // of sound while there is nothing else: small packets are sooner on a slow link
  LocalTime other_than_sound_{};  // when something else was reported last
  Duration assumed_propagation_{};
  Duration reordering_{};  // by so much packets overtake one another
  // Queues that comparable packets met within it, each shorter than those sent before.
  struct Met {
    LocalTime sent{};
    Duration queue{};
  };
  std::deque<Met> met_;
  WindowedMaximum<DataSize> largest_{2s, 200ms};  // packet
  JitterEstimate jitter_;
  Delivery delivery_;
  PacketPairs pairs_;
  SentLog sent_;
  std::vector<Seen> seen_;
  bool arrived_ = false;
  Duration min_round_trip_{};
  Duration added_round_trip_{};  // by a route change, until the minimum follows
  LocalTime newest_sent_{};
  LocalTime measured_{};  // t_s: when the packet was sent that met queue_
  Duration queue_{};
  Duration queue_before_{};
  Duration backward_queue_{};
};

}  // namespace evenkeel::darc
