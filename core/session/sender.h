#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "core/rtp/features.h"
#include "core/session/audio_send_stream.h"
#include "core/session/negotiation.h"
#include "core/session/packet_size_limit.h"
#include "core/session/recovery.h"
#include "core/session/recovery_parameters.h"
#include "core/session/repair_send_stream.h"
#include "core/session/report_sum.h"
#include "core/session/retransmission_send_stream.h"
#include "core/session/send_transport.h"
#include "core/session/sender_telemetry.h"
#include "core/session/sound_plan.h"
#include "core/session/video_send_stream.h"

namespace evenkeel {

struct SenderConfig {
  std::uint32_t ssrc = 0;
  std::uint16_t first_sequence_number = 0;
  std::uint16_t first_picture_id = 0;
  std::uint32_t first_rtp_timestamp = 0;
  std::string cname;
  std::string clock_id;                ///< tells the peer whether it reads our clock; empty: not said
  NtpClock ntp_clock;                  ///< of what is told of times
  std::size_t max_packet_size = 1200;  ///< bytes of an RTP packet
  bool probes_packet_size = true;      ///< false: each path is known to carry packets of that size
  RateLimits limits;
  DataSize ip_overhead = bytes(28);  ///< UDP and IP headers: 28 bytes with IPv4, 48 with IPv6
  DelayKind delay_kind = DelayKind::estimated;
  std::uint64_t seed = 0;            ///< of the controller's random numbers; flows of one path need different ones
  bool keep_packet_results = false;  ///< for packets.csv
  /// Its rows give the rate at which packets arrive, as reports tell it. Not where the receiver is in this process too:
  /// that one counts them, and a column has one writer.
  bool samples_receive_rate = true;
  double pacing_gain = 1;  ///< SendTransportConfig::pacing_gain
  RecoveryConfig recovery = no_recovery;
  RecoveryParameters recovery_parameters;
};

/// The sending half of a call: the streams that we send over one transport. Frames in, paced RTP packets out, RTCP of
/// the peer in. A pure state machine: after any call, drain poll() or poll_batch(), confirming what they give by
/// on_sent(), on_batch_sent() or on_refused(); come back at next_wake(). Times must not decrease. It sends media only
/// between start() and suspend().
class Sender {
 public:
  using Datagram = SendTransport::Datagram;

  Sender(const SenderConfig& config, std::unique_ptr<RateController> controller, std::unique_ptr<Pacer> pacer);

  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;

  /// The peer is there: begins at the start rate with a key frame. Also after a suspend(). `round_trip`: as checks of
  /// the path took it, for feedback that tells none; zero: unknown.
  void start(LocalTime now, Duration round_trip = {});
  /// The peer is gone: discards what is queued.
  void suspend() { transport_.suspend(now_); }
  /// The same peer, by another path: the streams go on, the path is learnt again.
  void change_path(LocalTime now, Duration round_trip = {});
  bool running() const { return transport_.running(); }

  /// With the peer of the call that start() begins next.
  void set_negotiated(const Negotiated& negotiated);

  /// What the peer understands: nothing else is used. Where it was not negotiated, its first RTCP after each start()
  /// says it.
  void set_peer_features(const PeerFeatures& features);
  /// Frames that refer to acknowledged ones are wanted and understood.
  bool references() const { return features_.references; }

  /// Frames are discarded that come while suspended, stopped by the circuit breaker, or left out for the sound, and of
  /// a peer that receives none.
  void push_frame(const EncodedFrame& frame, LocalTime now);
  /// Leaves before all else. Discarded as frames are, but for the pause.
  void push_sound(const EncodedSound& sound, LocalTime now);
  /// `arrival` is when it came, as the kernel stamped it: round trips end there. `now` is not before it.
  void on_rtcp(const RtcpCompound& rtcp, LocalTime arrival, LocalTime now);

  std::size_t poll_batch(LocalTime now, std::span<Datagram> out);
  void on_batch_sent(std::size_t count, LocalTime now);
  void on_refused(LocalTime now);
  /// One datagram at a time.
  std::optional<Datagram> poll(LocalTime now);
  void on_sent(LocalTime now) { on_batch_sent(1, now); }
  LocalTime next_wake() const;

  /// For the encoder; the minimum while frames are not wanted.
  DataRate media_target() const;
  /// In a call whose peer receives it, both may be wanted; neither is while there is no call.
  bool wants_video() const { return transport_.accepts_media() && negotiated_.peer_receives_video; }
  /// The peer understands sound and wants it, as far as is known: its first report may tell.
  bool sends_sound() const {
    return negotiated_.peer_receives_sound && negotiated_.format.audio != 0 && features_.sound;
  }
  bool wants_sound() const { return transport_.accepts_media() && sends_sound(); }
  /// The rate is left to the sound: frames are in vain.
  bool video_paused() const { return sound_plan_.video_paused() && negotiated_.peer_receives_video && running(); }
  /// For the encoder of sound.
  const SoundPlan& sound_plan() const { return sound_plan_; }
  /// Tells the peer, with the next sound, that the microphone is muted. What is pushed is sent all the same:
  /// silence is for its source to make.
  void set_sound_muted(bool muted) { sound_muted_ = muted; }
  /// What a new frame waits for.
  Duration pacer_queue() const { return transport_.media_queue_time(); }
  /// True once for each key frame that is due: at the start, and where the peer asked for one (KeyFrameGate).
  bool take_key_frame_request();
  /// Id of the newest frame that the peer's decoder got.
  std::optional<std::int32_t> acknowledged_frame() const { return acknowledged_; }
  /// Id of a frame that will not come: what is encoded next must not need it. Once for each time that it is known.
  std::optional<std::int32_t> take_broken_frame() { return std::exchange(broken_, std::nullopt); }

  /// Bytes of an RTP packet: less than configured where the path is known to drop large ones.
  std::size_t packet_size_limit() const { return packet_sizes_.carried(); }

  const PathMonitor& path() const { return transport_.path(); }
  const CircuitBreaker& circuit_breaker() const { return transport_.circuit_breaker(); }
  RateController& controller() { return transport_.controller(); }
  Pacer& pacer() { return transport_.pacer(); }
  const SendQueue& queue() const { return transport_.queue(); }
  SendTransport& transport() { return transport_; }
  const VideoSendStream& video() const { return video_; }
  const AudioSendStream& sound() const { return sound_; }
  const RetransmissionSendStream& retransmissions() const { return retransmissions_; }
  const RepairSendStream& repair() const { return repair_; }
  void set_delay_kind(DelayKind kind) { transport_.set_delay_kind(kind); }
  /// Packets are sealed on their way (SRTP), and have this around them: headers of UDP and IP, and the tag. Before
  /// start().
  void seal(DataSize overhead) {
    transport_.seal(overhead);
    retransmissions_.set_ip_overhead(overhead);
  }
  void on_new_keys() { transport_.on_new_keys(); }
  void set_recovery(const RecoveryParameters& parameters);
  void set_controller(std::unique_ptr<RateController> controller, LocalTime now);
  void set_shadows(ShadowControllers shadows, LocalTime now);
  void set_pacer(std::unique_ptr<Pacer> pacer, LocalTime now);

  PathConditions path_conditions() const { return telemetry_.path_conditions(now_, transport_); }
  std::vector<PacketResult> take_packet_results() { return transport_.take_packet_results(); }

  /// The sender's columns of a telemetry row; rates are over the time since the last call. Where the caller knows the
  /// link's capacity, theory predicts for it.
  void sample(LocalTime now, Sample& out, std::optional<DataRate> link_capacity = std::nullopt);

 private:
  void on_arrivals(const RtcpCompound& rtcp, LocalTime arrival, LocalTime now);
  void on_transport_wide(const RtcpCompound& rtcp, LocalTime arrival, LocalTime now);
  void take_answers(const RtcpCompound& rtcp, LocalTime arrival);
  void take_results(std::span<const PacketResult> results, LocalTime now);
  enum class SizeProbes { none, padding, retransmission };
  SizeProbes size_probes() const;
  void follow_packet_sizes(std::size_t before, LocalTime now);
  std::optional<LocalTime> next_size_probe() const;
  void probe_packet_size(LocalTime now);
  void drop_stale_video(LocalTime now);
  void on_requests(std::span<const std::uint16_t> numbers, LocalTime now);
  void on_video_feedback(const RtcpCompound& rtcp, LocalTime now);
  void update_protection(LocalTime now);
  void mark_broken(std::optional<std::uint16_t> id);
  void take_left();
  std::uint16_t padding_stream() const;
  void sample_recovery(Sample& out) const;
  bool is_video(std::uint32_t ssrc) const { return ssrc == video_.rtp().ssrc(); }
  bool is_sound(std::uint32_t ssrc) const { return ssrc == sound_.rtp().ssrc(); }
  void on_report_blocks(const RtcpCompound& rtcp, LocalTime now);
  void leave_to_sound(LocalTime now);
  void plan_sound(LocalTime now);
  void fill(LocalTime now);
  void sample_sound(Sample& out);

  SenderConfig config_;
  Negotiated negotiated_;
  SendTransport transport_;
  VideoSendStream video_;
  RetransmissionSendStream retransmissions_;
  RepairSendStream repair_;
  AudioSendStream sound_;
  SoundPlan sound_plan_;
  PacketSizeLimit packet_sizes_;
  bool sound_muted_ = false;
  PeerFeatures features_;        // that both ends understand
  bool features_known_ = false;  // since the start
  ReportSum report_sum_;
  std::optional<std::int32_t> acknowledged_;
  std::optional<std::int32_t> broken_;
  SenderTelemetry telemetry_;
  LocalTime now_{};
};

}  // namespace evenkeel
