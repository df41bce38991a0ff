#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/rtp/feedback_collector.h"
#include "core/rtp/frame_assembler.h"
#include "core/rtp/reception_stats.h"
#include "core/rtp/rtcp.h"
#include "core/session/report_budget.h"
#include "core/telemetry/sample.h"
#include "core/units/data_size.h"

namespace evenkeel {

struct ReceiverConfig {
  std::uint32_t ssrc = 0;  ///< ours, the one our reports come from
  std::string cname;
  std::string clock_id;
  std::uint8_t payload_type = 96;
  Duration feedback_interval = 50ms;  ///< or one round trip, where that is shorter
  std::size_t feedback_packets = 10;  ///< a report goes out at the latest when so many have come
  DataSize ip_overhead = bytes(28);
  bool wants_frames = true;  ///< else nobody shows them: no key frame is asked for
  FrameAssemblerConfig assembler;
};

struct ReceiverStats {
  std::uint64_t packets = 0;          ///< RTP packets of the stream
  std::uint64_t padding_packets = 0;  ///< of these, those that carry nothing
  std::uint64_t malformed = 0;        ///< datagrams that are no RTP, or neither of our payload type nor padding
  std::uint64_t foreign = 0;          ///< RTP of another source than the stream's
  std::uint64_t key_frames_asked = 0;
  std::int64_t wire_bytes = 0;
  std::int64_t report_bytes = 0;  ///< of RTCP that was sent, with UDP and IP
};

/// The receiving half of a call: RTP in, frames out in decoding order; feedback, receiver reports and requests for key
/// frames out. Also greets the peer before anything has come, by empty receiver reports. Reports take at most 5 % of
/// what comes in (ReportBudget); each half second one is a compound packet, between them there is feedback alone (RFC
/// 5506). A pure state machine: after any call drain poll_frame() and poll(); come back at next_wake().
class Receiver {
 public:
  Receiver(const ReceiverConfig& config, LocalTime now);

  /// `arrival` is when the datagram came, as the kernel stamped it; `now` is not before it. `ecn`: the codepoint that
  /// it came with (RFC 3168).
  void on_rtp(std::span<const std::uint8_t> datagram, LocalTime arrival, LocalTime now, std::uint8_t ecn = 0);
  void on_rtcp(const RtcpCompound& rtcp, LocalTime arrival);
  /// The peer was started anew: whatever source comes next is its stream.
  void on_new_peer();

  std::optional<ReceivedFrame> poll_frame(LocalTime now);
  /// The next RTCP datagram, to be sent at once; valid until the next call.
  std::optional<std::span<const std::uint8_t>> poll(LocalTime now);
  LocalTime next_wake() const;

  /// The decoder cannot go on.
  void request_key_frame() { key_frame_wanted_ = true; }
  /// As the sending half measures it; feedback comes once per round trip where that is short.
  void set_round_trip_time(Duration rtt) { round_trip_time_ = rtt; }

  /// What the peer must echo to prove its address; empty where it has done so. Goes with each greeting and report.
  void set_token(std::string token) { token_ = std::move(token); }
  /// A greeting outside of the order of poll(); valid until the next call.
  std::span<const std::uint8_t> write_greeting(const AddressProof& proof);
  /// A last compound packet with BYE.
  std::span<const std::uint8_t> write_bye();

  const ReceiverStats& stats() const { return stats_; }
  const FrameAssembler& assembler() const { return assembler_; }
  std::optional<std::uint32_t> stream() const { return stream_; }

  /// The receiver's columns of a telemetry row; rates are over the time since the last call.
  void sample(LocalTime now, Sample& out);

 private:
  bool is_our_stream(std::uint32_t ssrc, LocalTime now);
  bool is_behind_hole(std::uint16_t sequence);
  Duration feedback_interval() const;
  LocalTime feedback_due() const;
  bool wants_key_frame() const;
  Duration key_frame_interval() const;
  bool wants_compound(LocalTime now) const;
  std::span<const std::uint8_t> write_report(LocalTime now, bool with_pli);
  void write_compound(RtcpWriter& writer, LocalTime now);

  ReceiverConfig config_;
  FrameAssembler assembler_;
  FeedbackCollector feedback_;
  ReceptionStats reception_;
  ReceiverStats stats_;
  std::string token_;
  std::optional<std::uint32_t> stream_;
  LocalTime last_packet_{};
  LocalTime last_report_{};
  LocalTime last_compound_{};
  ReportBudget budget_;
  bool report_at_once_ = false;
  SequenceFilter order_;
  std::optional<LocalTime> last_key_frame_request_;
  bool key_frame_wanted_ = false;
  std::optional<Duration> round_trip_time_;
  CongestionFeedback message_;
  std::array<std::uint8_t, 1200> buffer_{};

  struct Snapshot {
    LocalTime time{};
    std::int64_t bytes = 0;
    std::int64_t report_bytes = 0;
  };
  Snapshot last_sample_;
};

}  // namespace evenkeel
