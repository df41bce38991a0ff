#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"

namespace evenkeel {

/// RFC 3550, section 6.4.1.
struct ReportBlock {
  std::uint32_t ssrc = 0;
  std::uint8_t fraction_lost = 0;    ///< in 1/256
  std::int32_t cumulative_lost = 0;  ///< 24 bits, signed
  std::uint32_t extended_highest_sequence = 0;
  std::uint32_t jitter = 0;               ///< in RTP timestamp units
  std::uint32_t last_sr = 0;              ///< middle 32 bits of the NTP time of the last SR, 0 before the first
  std::uint32_t delay_since_last_sr = 0;  ///< in 1/65536 s
};

/// What the answer to a sender report shows.
struct ReportAnswer {
  LocalTime asked{};  ///< when the report went out
  Duration round_trip{};
};

struct SenderInfo {
  std::uint64_t ntp = 0;  ///< 32.32 fixed point
  std::uint32_t rtp_timestamp = 0;
  std::uint32_t packet_count = 0;
  std::uint32_t octet_count = 0;
};

/// The sender report of one stream; a sender of several has one of each in a compound packet.
struct SenderReport {
  std::uint32_t ssrc = 0;
  SenderInfo info;
};

struct PictureLossIndication {  ///< RFC 4585, section 6.3.1
  std::uint32_t sender_ssrc = 0;
  std::uint32_t media_ssrc = 0;
};

/// Generic NACK: packets that the sender of the message misses (RFC 4585, section 6.2.1).
struct Nack {
  std::uint32_t sender_ssrc = 0;
  std::uint32_t media_ssrc = 0;
  std::vector<std::uint16_t> sequence_numbers;  ///< in any order; ascending ones take the fewest bytes
};

/// Slice loss indication (RFC 4585, section 6.3.2), as VP8 uses it (RFC 7741, section 5.2): the picture is broken.
struct SliceLoss {
  std::uint32_t sender_ssrc = 0;
  std::uint32_t media_ssrc = 0;
  std::uint8_t picture_id_low_6 = 0;  ///< the low 6 bits of the picture id
};

/// Reference picture selection indication (RFC 4585, section 6.3.3), as VP8 uses it (RFC 7741, section 5.1): the
/// picture came and can be referred to.
struct ReferenceSelection {
  std::uint32_t sender_ssrc = 0;
  std::uint32_t media_ssrc = 0;
  std::uint8_t payload_type = 0;  ///< 0 to 127
  std::uint16_t picture_id = 0;   ///< 15 bits
};

/// One packet's metric block (RFC 8888, section 3.1).
struct ArrivalMetric {
  bool received = false;
  std::uint8_t ecn = 0;
  /// How long before the report the packet came; nothing where unknown. On the wire it has steps of 1/1024 s, and what
  /// is above 8189 of them goes as "over range" and is read as nothing.
  std::optional<Duration> arrival_before_report;
};

struct StreamFeedback {
  std::uint32_t ssrc = 0;
  std::uint16_t begin_sequence = 0;
  std::vector<ArrivalMetric> metrics;  ///< of begin_sequence and those that follow
};

/// RFC 8888, with num_reports as a count (erratum 8166).
struct CongestionFeedback {
  std::uint32_t sender_ssrc = 0;
  std::vector<StreamFeedback> streams;
  std::uint32_t report_timestamp = 0;  ///< middle 32 bits of the NTP time at the sending of the report
};

/// One message of transport-wide feedback (draft-holmer-rmcat-transport-wide-cc-extensions-01, section 3.1).
struct TransportWideFeedback {
  std::uint32_t sender_ssrc = 0;
  std::uint32_t media_ssrc = 0;
  std::uint16_t begin_number = 0;    ///< transport-wide number of the first packet in it
  std::uint32_t reference_time = 0;  ///< 24 bits, in units of 64 ms, on the receiver's clock
  std::uint8_t count = 0;            ///< counts messages
  /// Of begin_number and those that follow: when it came, since reference_time (on the wire in steps of 250 us, may be
  /// negative); nothing where it did not.
  std::vector<std::optional<Duration>> arrivals;
};

/// Receiver reference time report (RFC 3611, section 4.4): who wants to know its round trip asks so.
struct ReferenceTime {
  std::uint32_t sender_ssrc = 0;
  std::uint64_t ntp = 0;  ///< 32.32 fixed point, at the sending
};

/// One entry of a DLRR report block (RFC 3611, section 4.5), the answer to a reference time.
struct ReferenceTimeAnswer {
  std::uint32_t sender_ssrc = 0;
  std::uint32_t receiver_ssrc = 0;        ///< that asked
  std::uint32_t last_rr = 0;              ///< middle 32 bits of the reference time
  std::uint32_t delay_since_last_rr = 0;  ///< for which it was held, in 1/65536 s
};

/// All that a compound packet said and that we understand.
struct RtcpCompound {
  std::uint32_t sender_ssrc = 0;             ///< of the first packet
  std::vector<SenderReport> sender_reports;  ///< of all SRs, in their order
  std::vector<ReportBlock> reports;          ///< of all SRs and RRs
  std::string cname;                         ///< of the first SDES chunk that has one
  std::string clock_id;                      ///< of an SDES PRIV item with the prefix "evenkeel.clock"
  std::string token;                         ///< of one with "evenkeel.token": to be echoed from where it came to
  std::string echo;                          ///< of one with "evenkeel.echo": the token that we sent there
  std::string features;              ///< of one with "evenkeel.features": what the peer understands (features.h)
  std::optional<bool> sound_muted;   ///< of one with "evenkeel.muted": "1", or "0" of a microphone that is heard
  std::optional<bool> records;       ///< of one with "evenkeel.recording": "1", or "0" of a recording that is over
  std::optional<bool> shows_screen;  ///< of one with "evenkeel.screen": "1", or "0" of a camera after it
  std::vector<PictureLossIndication> picture_losses;     ///< and each entry of a FIR (RFC 5104, section 4.3.1)
  std::vector<Nack> nacks;                               ///< at most 17 numbers for 4 bytes of the datagram
  std::vector<SliceLoss> slice_losses;                   ///< of all entries of all messages
  std::vector<ReferenceSelection> reference_selections;  ///< but those whose bit string is no VP8 picture id
  std::vector<CongestionFeedback> feedbacks;
  std::vector<TransportWideFeedback>
      transport_wide_feedbacks;  ///< at most 2048 arrivals in all of them; others are passed over
  /// What the peer says that it can receive (draft-alvestrand-rmcat-remb-03, section 2.2), below 2^63; of several
  /// messages the lowest.
  std::optional<std::uint64_t> remb_bps;
  std::optional<ReferenceTime> reference_time;  ///< the first one
  std::vector<ReferenceTimeAnswer> reference_time_answers;
  std::vector<std::uint32_t> byes;
  std::size_t unknown_packets = 0;  ///< of types that we do not know; they are passed over
};

/// A compound packet and when it came, as the kernel stamped it.
struct ReceivedRtcp {
  RtcpCompound compound;
  LocalTime arrival{};
};

/// False where the bytes are no compound packet that starts with SR, RR (RFC 3550, A.2) or feedback (RFC 5506) and
/// whose lengths add up; `out` is then unspecified. Memory of `out` is reused.
bool parse_rtcp(std::span<const std::uint8_t> datagram, RtcpCompound& out);

/// What proves an address: who can echo the token that was sent to it receives there. Empty: not written.
struct AddressProof {
  std::string_view token;
  std::string_view echo;
};

/// Writes a compound packet piece by piece. A piece that does not fit is left out whole and its call returns false; so
/// is one that the format cannot hold (more than 31 blocks, texts above 255 bytes, more than 16384 metrics or arrivals,
/// a NACK or transport-wide feedback of no packet, two consecutive arrivals more than 8.19 s apart).
class RtcpWriter {
 public:
  explicit RtcpWriter(std::span<std::uint8_t> out) : out_(out) {}

  bool sender_report(std::uint32_t ssrc, const SenderInfo& info, std::span<const ReportBlock> blocks);
  bool receiver_report(std::uint32_t ssrc, std::span<const ReportBlock> blocks);
  /// `clock_id`, what `proof` says, `features`, `muted`, `recording` and `screen` ("1" or "0") go as PRIV items, where
  /// they are not empty.
  bool source_description(std::uint32_t ssrc, std::string_view cname, std::string_view clock_id,
                          const AddressProof& proof = {}, std::string_view features = {}, std::string_view muted = {},
                          std::string_view recording = {}, std::string_view screen = {});
  bool picture_loss(const PictureLossIndication& pli);
  bool nack(const Nack& nack);
  bool slice_loss(const SliceLoss& loss);
  bool reference_selection(const ReferenceSelection& selection);
  bool congestion_feedback(const CongestionFeedback& feedback);
  bool transport_wide_feedback(const TransportWideFeedback& feedback);
  /// The rate is rounded down to 18 significant bits.
  bool remb(std::uint32_t sender_ssrc, std::uint64_t bps, std::uint32_t media_ssrc);
  bool reference_time(const ReferenceTime& time);
  bool reference_time_answer(const ReferenceTimeAnswer& answer);
  bool bye(std::uint32_t ssrc);

  std::size_t size() const { return size_; }

 private:
  std::span<std::uint8_t> free() const { return out_.subspan(size_); }
  bool commit(std::size_t written);

  std::span<std::uint8_t> out_;
  std::size_t size_ = 0;
};

}  // namespace evenkeel
