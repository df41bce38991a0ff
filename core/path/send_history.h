#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/path/packet_result.h"
#include "core/rtp/reordering_window.h"
#include "core/rtp/rtcp.h"
#include "core/rtp/sequence_unwrapper.h"

namespace evenkeel {

/// Every packet that was sent and whose fate is not known yet; matches the peer's feedback to them. Packets have one
/// order of sending, across all streams; feedback names them by stream and RTP sequence number, or by a number that
/// counts them all (transport-wide feedback).
///
/// A packet counts as lost when the feedback covers it as not received, a packet sent at least three later arrived
/// (RFC 5348, section 5.1: NDUPACK), and one sent later than it by the reordering window (ReorderingWindow) did, which
/// is as long as packets have lately been overtaken by others. When it comes after all, its result says so. One that
/// no report ever mentions has no result: it leaves the history as unknown.
/// The memory is a ring of fixed size, so that sending allocates nothing.
class SendHistory {
 public:
  static constexpr std::size_t capacity = std::size_t{1} << 14;

  /// The newest `size` packets are remembered; at least 1.
  explicit SendHistory(std::size_t size = capacity);

  /// `packet.sequence` is set here. Valid until the next call.
  const SentPacket& on_sent(std::uint32_t ssrc, std::uint16_t sequence_number, SentPacket packet);

  /// Appends to `results` each packet whose fate this report tells for the first time, or tells otherwise than before,
  /// in the order of sending. `report_time` is the peer's clock at the sending of the report. What the report says of
  /// packets that were never sent is passed over. False where it is about none of our streams.
  bool on_feedback(std::span<const StreamFeedback> streams, RemoteTime report_time, std::vector<PacketResult>& results);

  /// The same of a report on one stream.
  bool on_feedback(const StreamFeedback& stream, RemoteTime report_time, std::vector<PacketResult>& results) {
    return on_feedback(std::span(&stream, 1), report_time, results);
  }

  /// The same of feedback by transport-wide numbers; `reference` is its reference time on the peer's clock. False where
  /// no packet has such a number.
  bool on_feedback(const TransportWideFeedback& feedback, RemoteTime reference, std::vector<PacketResult>& results);

  /// What is in flight leaves the history as unknown: its receiver has left.
  void forget_in_flight();
  /// The path is another one, or the peer's clock: how packets overtook one another says nothing any more. A packet
  /// that counted as lost before stays lost, even if it comes: its delay is not of this path.
  void forget_path();
  /// Bounds the reordering window; zero: not known.
  void set_round_trip_time(Duration least, Duration smoothed) { window_.set_round_trip_time(least, smoothed); }

  DataSize in_flight() const { return in_flight_; }
  /// The packet sent last; -1 where none was.
  std::int64_t newest() const { return next_ - 1; }
  std::int64_t packets_sent() const { return next_; }
  std::int64_t packets_lost() const { return lost_; }
  /// Of these, those of one stream that were no padding; 0 of a stream that sent nothing.
  std::int64_t packets_lost(std::uint32_t ssrc) const;
  /// Packets that counted as lost and came after all; packets_lost() no longer has them.
  std::int64_t packets_late() const { return late_; }
  /// How much later than a packet another one must have left and arrived before the first counts as lost; zero where
  /// packets come in order.
  Duration reordering_window() const { return window_.length(highest_sent_); }

 private:
  enum class Fate : std::uint8_t { none, in_flight, arrived, lost, unknown };
  struct Entry {
    SentPacket packet;
    std::uint32_t ssrc = 0;
    std::int64_t rtp_sequence = 0;
    std::int64_t wide_number = -1;
    Fate fate = Fate::none;
    bool reported_missing = false;
  };
  /// Packets by numbers of 16 bits that wrap.
  struct Numbered {
    explicit Numbered(std::size_t size) : sent(size, -1) {}
    SequenceUnwrapper<std::uint16_t> unwrapper;
    std::vector<std::int64_t> sent;  // SentPacket::sequence
    std::int64_t add(std::uint16_t number, std::int64_t sequence);
    std::int64_t at(std::int64_t number) const { return sent[static_cast<std::size_t>(number) % sent.size()]; }
  };
  struct Stream {
    std::uint32_t ssrc = 0;
    Numbered numbered;      // by RTP sequence number
    std::int64_t lost = 0;  // without padding
  };
  /// What a report says of a packet.
  struct Fact {
    bool received = false;
    std::optional<RemoteTime> arrival;
    std::uint8_t ecn = 0;
  };

  Stream* find_stream(std::uint32_t ssrc);
  Stream& stream_of(std::uint32_t ssrc);
  Entry& at(std::int64_t sequence) { return entries_[static_cast<std::size_t>(sequence) % entries_.size()]; }
  Entry* find(std::int64_t sequence);
  Entry* find(const Stream& stream, std::int64_t rtp_sequence);
  Entry* find_wide(std::int64_t number);
  static PacketResult result_of(const Entry& entry, bool received);
  void on_stream(Stream& stream, const StreamFeedback& feedback, RemoteTime report_time,
                 std::vector<PacketResult>& results);
  void on_fact(Entry& entry, const Fact& fact, std::vector<PacketResult>& results);
  void conclude(std::size_t first_result, std::vector<PacketResult>& results);
  void learn_order(std::span<const PacketResult> results);
  void declare_losses(std::vector<PacketResult>& results);
  bool gives_up(const Entry& entry) const;
  void resolve(Entry& entry, Fate fate);
  void count_lost(const Entry& entry, int change);

  std::vector<Entry> entries_;
  std::vector<Stream> streams_;
  std::optional<Numbered> wide_;  // by transport-wide number
  std::int64_t next_ = 0;         // one past the newest sent
  std::int64_t oldest_open_ = 0;  // all before are resolved or forgotten
  std::int64_t highest_arrived_ = -1;
  LocalTime highest_sent_{};      // when that one left
  std::int64_t path_begins_ = 0;  // the first packet of the present path
  /// Of the packets that came so far, the one that was sent last.
  struct Newest {
    std::int64_t sequence = 0;
    LocalTime sent{};
    RemoteTime arrival{};
  };
  std::optional<Newest> newest_arrival_;
  ReorderingWindow window_;
  std::vector<PacketResult> by_arrival_;  // room to sort in
  DataSize in_flight_;
  std::int64_t lost_ = 0;
  std::int64_t late_ = 0;
};

}  // namespace evenkeel
