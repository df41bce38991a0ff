#pragma once

#include <cstdint>
#include <vector>

#include "core/path/packet_result.h"
#include "core/rtp/rtcp.h"
#include "core/rtp/sequence_unwrapper.h"

namespace evenkeel {

/// Every packet that was sent and whose fate is not known yet; matches the peer's feedback to them.
///
/// A packet counts as lost when the feedback covers it as not received and a packet sent at least three later arrived
/// (RFC 5348, section 5.1: NDUPACK). One that no report ever mentions has no result: it leaves the history as unknown.
/// The memory is a ring of fixed size, so that sending allocates nothing.
class SendHistory {
 public:
  static constexpr std::size_t capacity = std::size_t{1} << 14;

  SendHistory();

  void on_sent(std::uint16_t sequence_number, DataSize size, LocalTime now);

  /// Appends to `results` each packet whose fate this report tells for the first time, in the order of sending.
  /// `report_time` is the peer's clock at the sending of the report. What the report says of packets that were never
  /// sent is passed over.
  void on_feedback(const StreamFeedback& feedback, RemoteTime report_time, std::vector<PacketResult>& results);

  /// What is in flight leaves the history as unknown: whoever could report on it is gone.
  void forget_in_flight();

  DataSize in_flight() const { return in_flight_; }
  /// The sequence number of the packet sent last.
  std::int64_t newest() const { return next_ - 1; }
  std::int64_t packets_sent() const { return sent_; }
  std::int64_t packets_lost() const { return lost_; }
  /// Packets that counted as lost and came after all; packets_lost() no longer has them.
  std::int64_t packets_late() const { return late_; }

 private:
  enum class Fate : std::uint8_t { none, in_flight, arrived, lost };
  struct Entry {
    SentPacket packet;
    Fate fate = Fate::none;
    bool reported_missing = false;
  };

  Entry* find(std::int64_t sequence);
  void on_metric(Entry& entry, const ArrivalMetric& metric, RemoteTime report_time, std::vector<PacketResult>& results);
  void declare_losses(std::vector<PacketResult>& results);
  void resolve(Entry& entry, Fate fate);

  std::vector<Entry> entries_;
  SequenceUnwrapper<std::uint16_t> unwrapper_;
  std::int64_t next_ = 0;         // one past the newest sent
  std::int64_t oldest_open_ = 0;  // all before are resolved or forgotten
  std::int64_t highest_arrived_ = -1;
  DataSize in_flight_;
  std::int64_t sent_ = 0;
  std::int64_t lost_ = 0;
  std::int64_t late_ = 0;
};

}  // namespace evenkeel
