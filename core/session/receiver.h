#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/session/audio_receive_stream.h"
#include "core/session/negotiation.h"
#include "core/session/receive_transport.h"
#include "core/session/recovery_parameters.h"
#include "core/session/sync_record.h"
#include "core/session/video_receive_stream.h"
#include "core/telemetry/sample.h"

namespace evenkeel {

struct ReceiverConfig {
  std::uint32_t ssrc = 0;  ///< ours, the one our reports come from
  std::string cname;
  std::string clock_id;
  NtpClock ntp_clock;                 ///< of what is told of times
  PeerFeatures features;              ///< what we understand, told to the peer
  Duration feedback_interval = 50ms;  ///< or one round trip, where that is shorter
  std::size_t feedback_packets = 10;  ///< a report goes out at the latest when so many have come
  DataSize ip_overhead = bytes(28);
  bool wants_frames = true;  ///< else nobody shows them: no key frame is asked for
  FrameAssemblerConfig assembler;
  bool measures_round_trip = true;  ///< while set_round_trip_time() tells none
  RecoveryParameters recovery;
};

struct ReceiverStats {
  std::uint64_t packets = 0;          ///< RTP packets of the peer's streams
  std::uint64_t padding_packets = 0;  ///< of these, those that carry nothing
  std::uint64_t retransmissions = 0;  ///< of these, those that were sent again
  std::uint64_t repair_packets = 0;   ///< of these, those of repair
  std::uint64_t sound_packets = 0;    ///< of these, those of sound
  std::uint64_t malformed = 0;        ///< datagrams that are no RTP, or of none of our payload types
  std::uint64_t foreign = 0;          ///< RTP of another source than the stream's
  std::int64_t wire_bytes = 0;
};

/// The receiving half of a call: one video, with the streams that mend its losses, and one stream of sound, over a
/// transport. RTP in, frames out in decoding order and packets of sound as they came; reports out. A pure state
/// machine: after any call drain poll_frame(), poll_sound() and poll(); come back at next_wake().
class Receiver {
 public:
  Receiver(const ReceiverConfig& config, LocalTime now);

  /// `arrival` is when the datagram came, as the kernel stamped it; `now` is not before it. `ecn`: the codepoint that
  /// it came with (RFC 3168).
  void on_rtp(std::span<const std::uint8_t> datagram, LocalTime arrival, LocalTime now, std::uint8_t ecn = 0);
  void on_rtcp(const RtcpCompound& rtcp, LocalTime arrival);
  /// What a packet has around it on the wire: headers of UDP and IP, the tag that seals it.
  void set_ip_overhead(DataSize overhead) { transport_.set_ip_overhead(overhead); }
  /// The peer is another one, or was restarted: the next source that comes is its stream.
  void on_new_peer(const Negotiated& negotiated = {});

  std::optional<ReceivedFrame> poll_frame(LocalTime now) { return video_.poll_frame(now); }
  std::optional<ReceivedSound> poll_sound() { return sound_.poll(); }
  /// The next RTCP datagram, to be sent at once; valid until the next call.
  std::optional<std::span<const std::uint8_t>> poll(LocalTime now);
  LocalTime next_wake() const;

  /// The decoder cannot go on.
  void request_key_frame() { video_.request_key_frame(); }
  /// As the sending half measures it; nullopt where it cannot, as it sends no media: the peer is asked then.
  void set_round_trip_time(std::optional<Duration> rtt);
  /// What the sending half may send at present; zero: nothing, or not known. Reports take their share of it.
  void set_sending_rate(DataRate rate) { transport_.set_sending_rate(rate); }
  void set_recovery(const RecoveryParameters& parameters) { video_.set_recovery(parameters); }
  /// What the peer understands: only what both do is used.
  void set_peer_features(const PeerFeatures& features);
  /// Where the sender reports of both streams go, by which sound and picture are kept in step; null: nowhere. It must
  /// outlive this.
  void set_sync_record(SyncRecord* record) { sync_ = record; }
  /// By which the peer writes the times of those reports, where it reads our clock.
  void set_peer_clock(const NtpClock& clock);
  void set_proof(std::string token, std::string echo) { transport_.set_proof(std::move(token), std::move(echo)); }
  /// See ReceiveTransport.
  void set_recording(bool records) { transport_.set_recording(records); }
  void set_shows_screen(bool shows) { transport_.set_shows_screen(shows); }
  /// A greeting outside of the order of poll(); valid until the next call.
  std::span<const std::uint8_t> write_greeting(const AddressProof& proof) { return transport_.write_greeting(proof); }
  std::span<const std::uint8_t> write_bye() { return transport_.write_bye(); }

  const ReceiverStats& stats() const { return stats_; }
  const VideoReceiveStream& video() const { return video_; }
  /// As it is told or measured, smoothed.
  std::optional<Duration> round_trip_time() const { return transport_.round_trip_time(); }
  const FrameAssembler& assembler() const { return video_.assembler(); }
  std::optional<std::uint32_t> stream() const { return rtp_[video_stream].ssrc(); }
  /// Likewise of sound; nullopt where none comes.
  std::optional<std::uint32_t> sound_stream() const { return rtp_[audio_stream].ssrc(); }
  const AudioReceiveStats& sound_stats() const { return sound_.stats(); }
  /// See AudioReceiveStream.
  bool sound_silent() const { return sound_.silent(); }
  bool sound_audible() const { return sound_.audible(); }
  std::uint64_t key_frames_asked() const { return video_.key_frames_asked(); }

  /// The receiver's columns of a telemetry row; rates are over the time since the last call. Only the counters while
  /// nobody is there (`in_call` is false).
  void sample(LocalTime now, Sample& out, bool in_call = true);

 private:
  LocalTime report_due() const;
  void sample_path(LocalTime now, Sample& out) const;
  bool is_padding(const RtpPacketView& packet) const;
  enum Kind : std::size_t { video_stream, retransmission_stream, repair_stream, audio_stream, streams };
  std::optional<Kind> kind_of(const RtpHeader& header) const;
  void on_sound(RtpPacketView& packet, const std::optional<TrackedSequence>& sequence, LocalTime arrival);
  void count(Kind kind, bool padding, DataSize wire);
  void begin(Kind kind, std::uint32_t ssrc, LocalTime now);
  void begin_video(std::uint32_t ssrc, LocalTime now);
  void begin_sound();
  void on_sender_report(const SenderReport& report, LocalTime arrival);
  void on_bye(std::uint32_t ssrc);

  PeerFeatures features_;
  Negotiated negotiated_;
  ReceiveTransport transport_;
  std::array<RtpReceiveStream, streams> rtp_;
  VideoReceiveStream video_;
  AudioReceiveStream sound_;
  SyncRecord* sync_ = nullptr;
  NtpClock peer_clock_;
  ReceiverStats stats_;

  struct Snapshot {
    LocalTime time{};
    std::int64_t bytes = 0;
    std::int64_t report_bytes = 0;
  };
  Snapshot last_sample_;
};

}  // namespace evenkeel
