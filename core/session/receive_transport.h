#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/rtp/media_format.h"
#include "core/rtp/ntp.h"
#include "core/rtp/reordering_window.h"
#include "core/rtp/rtcp.h"
#include "core/rtp/transport_wide_collector.h"
#include "core/session/reference_times.h"
#include "core/session/report_budget.h"
#include "core/session/rtp_receive_stream.h"
#include "core/session/told_flag.h"
#include "core/session/video_feedback.h"

namespace evenkeel {

struct ReceiveTransportConfig {
  std::uint32_t ssrc = 0;  ///< that our reports come from
  std::string cname;
  std::string clock_id;
  NtpClock ntp_clock;                 ///< of reports
  std::string features;               ///< what we understand (PeerFeatures); empty: not said
  Duration feedback_interval = 50ms;  ///< or one round trip, where that is shorter
  std::size_t feedback_packets = 10;  ///< a report goes out at the latest when so many have come
  DataSize ip_overhead = bytes(28);
  bool measures_round_trip = true;  ///< by reference times, as long as the sending half knows none
};

/// The way from the socket to the streams that we receive, and what goes back on it: when a report is due, and what is
/// in it. One report covers all streams; the first one is the video's. Greets the peer before anything has come, by
/// empty receiver reports. Reports take about 5 % of what comes in, or goes out, at most (ReportBudget); each half
/// second one is a compound packet, between them there is feedback alone (RFC 5506).
class ReceiveTransport {
 public:
  using Datagram = std::span<const std::uint8_t>;

  ReceiveTransport(const ReceiveTransportConfig& config, LocalTime now);

  void set_ip_overhead(DataSize overhead) { config_.ip_overhead = overhead; }
  DataSize on_wire(std::size_t datagram) const {
    return bytes(static_cast<std::int64_t>(datagram)) + config_.ip_overhead;
  }
  void set_format(const MediaFormat& format);
  /// The element with its transport-wide number, of a packet of one of our streams.
  void on_numbered(std::span<const std::uint8_t> element, LocalTime arrival);
  /// A packet of one of our streams came.
  void on_packet(DataSize wire, const std::optional<TrackedSequence>& sequence, LocalTime now);
  /// A packet came so long after others had overtaken it.
  void on_reordered(Duration extent, LocalTime now);
  /// How long after later ones packets have come lately: what is missing is waited for as long.
  Duration reordering(LocalTime now) const;

  /// When the next report may ask for packets: who sends holes would have one for each of them.
  LocalTime earliest_request() const;
  /// When a report on them is due.
  LocalTime report_due(std::span<const RtpReceiveStream> streams) const;
  /// To be sent at once; valid until the next call.
  Datagram write_report(std::span<RtpReceiveStream> streams, const VideoFeedback& video, LocalTime now);

  /// Goes with each report: what the peer must echo to prove its address, and our echo of what it asked for. Either is
  /// empty where it is not wanted any more.
  void set_proof(std::string token, std::string echo) {
    token_ = std::move(token);
    echo_ = std::move(echo);
  }
  /// Whether this end records; see ToldFlag.
  void set_recording(bool records) { records_.set(records); }
  /// Whether what this end sends is a screen or a window, whose pictures come where something changes.
  void set_shows_screen(bool shows) { shows_screen_.set(shows); }
  Datagram write_greeting(const AddressProof& proof);
  /// A last compound packet with BYE.
  Datagram write_bye();

  /// As the sending half measures it; nullopt where it cannot. Feedback comes once per round trip where that is short.
  void set_round_trip_time(std::optional<Duration> rtt) { told_round_trip_time_ = rtt; }
  /// What the sending half may send at present; zero: nothing, or not known.
  void set_sending_rate(DataRate rate) { budget_.set_sending_rate(rate); }
  /// An answer to one of our reports, which came at `arrival`.
  void on_reference_time_answer(const ReferenceTimeAnswer& answer, LocalTime arrival);
  /// The peer may be another one: what was measured here is forgotten.
  void forget_path();
  /// As the sending half measures it, else as the peer's answers show; smoothed.
  std::optional<Duration> round_trip_time() const;
  /// The last one that was measured here; nullopt while the sending half measures.
  std::optional<Duration> measured_round_trip_time() const;
  /// Of reports, with UDP and IP.
  std::int64_t report_bytes() const { return report_bytes_; }

 private:
  /// What no report has told of yet.
  struct Untold {
    std::size_t packets = 0;
    bool incomplete = false;  ///< the last report did not name all
  };
  Untold untold(std::span<const RtpReceiveStream> streams) const;
  Duration feedback_interval() const;
  void follow_holes(const TrackedSequence& sequence, LocalTime now);
  bool asks_round_trip(LocalTime now) const;
  bool wants_compound(std::span<const RtpReceiveStream> streams, LocalTime now) const;
  void describe(RtcpWriter& writer, const AddressProof& proof, std::string_view recording = {},
                std::string_view screen = {}) const;
  void write_compound(RtcpWriter& writer, std::span<RtpReceiveStream> streams, LocalTime now);
  void write_video_feedback(RtcpWriter& writer, std::uint32_t media_ssrc, const VideoFeedback& video);
  ReferenceTime reference_time(LocalTime now);
  void write_transport_wide(RtcpWriter& writer, std::uint32_t media_ssrc);
  void write_arrivals(RtcpWriter& writer, std::span<RtpReceiveStream> streams, bool beside_requests, LocalTime now);

  ReceiveTransportConfig config_;
  std::string token_;
  std::string echo_;
  std::optional<Duration> told_round_trip_time_;
  ReferenceTimes reference_times_;
  ReportBudget budget_;
  LocalTime last_packet_{};
  LocalTime last_report_;
  LocalTime last_compound_;
  ReorderingWindow reordering_;
  // Of what the next report will name as missing: how many packets, and when the first one was missed.
  std::int64_t holes_ = 0;
  std::optional<LocalTime> hole_since_;
  ToldFlag records_, shows_screen_;
  bool resumed_ = false;  // packets come again after a while without
  std::int64_t report_bytes_ = 0;
  MediaFormat format_;
  TransportWideCollector transport_wide_;
  CongestionFeedback message_;
  TransportWideFeedback transport_wide_message_;
  Nack nack_;
  std::vector<ReportBlock> blocks_;
  std::array<std::uint8_t, 1200> buffer_{};
};

}  // namespace evenkeel
