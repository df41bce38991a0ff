#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/control/circuit_breaker.h"
#include "core/control/rate_controller.h"
#include "core/control/sent_log.h"
#include "core/frames/encoded_frame.h"
#include "core/pacing/send_loop.h"
#include "core/parameters/prediction.h"
#include "core/path/path_monitor.h"
#include "core/rtp/packetizer.h"
#include "core/rtp/rtcp.h"
#include "core/session/key_frame_gate.h"
#include "core/session/media_target.h"
#include "core/session/packet_pool.h"
#include "core/session/padding_plan.h"
#include "core/telemetry/sample.h"

namespace evenkeel {

struct SenderConfig {
  std::uint32_t ssrc = 0;
  std::uint16_t first_sequence_number = 0;
  std::uint16_t first_picture_id = 0;
  std::uint32_t first_rtp_timestamp = 0;
  std::string cname;
  std::string clock_id;                ///< tells the peer whether it reads our clock; empty: not said
  std::size_t max_packet_size = 1200;  ///< bytes of an RTP packet
  RateLimits limits;
  DataSize ip_overhead = bytes(28);  ///< UDP and IP headers: 28 bytes with IPv4, 48 with IPv6
  DelayKind delay_kind = DelayKind::estimated;
  std::uint64_t seed = 0;            ///< of the controller's random numbers; flows of one path need different ones
  bool keep_packet_results = false;  ///< for packets.csv
  /// Above 0: the send loop's rate is so many times the controller's pacing, so that a frame leaves sooner than it
  /// takes at that rate; infinity: as soon as it comes. The circuit breaker's limit holds all the same.
  double pacing_gain = 1;
};

/// The sending half of a call: frames in, paced RTP packets out, RTCP of the peer in. A pure state machine: after any
/// call, drain poll(now) or poll_batch(now), confirming what they give by on_sent(), on_batch_sent() or on_refused();
/// come back at next_wake(). Times must not decrease. It sends media only between start() and suspend().
class Sender {
 public:
  Sender(const SenderConfig& config, std::unique_ptr<RateController> controller, std::unique_ptr<SendLoop> send_loop);

  /// The peer is there: begins at the start rate with a key frame. Also after a suspend().
  void start(LocalTime now);
  /// The peer is gone: discards what is queued.
  void suspend();
  bool running() const { return running_; }

  /// Frames that come while suspended or stopped by the circuit breaker are discarded.
  void push_frame(const EncodedFrame& frame, LocalTime now);
  /// `arrival` is when it came, as the kernel stamped it: round trips end there. `now` is not before it.
  void on_rtcp(const RtcpCompound& rtcp, LocalTime arrival, LocalTime now);

  /// The datagrams to be sent now, in their order, at most as many as `out` has room for; returns how many. Valid until
  /// the next call. Those that are not confirmed come again.
  std::size_t poll_batch(LocalTime now, std::span<std::span<const std::uint8_t>> out);
  /// The first `count` of the datagrams that the last poll_batch() gave have left; the others have not.
  void on_batch_sent(std::size_t count, LocalTime now);
  /// The socket would not take the next one: tried again a little later; not counted as sent.
  void on_refused(LocalTime now);

  /// One datagram at a time.
  std::optional<std::span<const std::uint8_t>> poll(LocalTime now) {
    std::span<const std::uint8_t> datagram;
    return poll_batch(now, {&datagram, 1}) == 1 ? std::optional(datagram) : std::nullopt;
  }
  void on_sent(LocalTime now) { on_batch_sent(1, now); }
  LocalTime next_wake() const;

  /// For the encoder.
  DataRate media_target() const;
  /// How long the pacer needs for what it has queued, at its present rate, or at the controller's target where that
  /// holds the pacer back for a moment.
  Duration pacer_queue() const;
  /// True once for each key frame that is due: at the start, and where the peer asked for one (KeyFrameGate).
  bool take_key_frame_request();

  const PathMonitor& path() const { return path_; }
  const CircuitBreaker& circuit_breaker() const { return circuit_breaker_; }
  RateController& controller() { return *controller_; }
  SendLoop& send_loop() { return *send_loop_; }
  void set_delay_kind(DelayKind kind);

  /// Another law, also in the middle of a call: it begins at the rate in force, within the limits. What is known of the
  /// path stays. Not null.
  void set_controller(std::unique_ptr<RateController> controller, LocalTime now);
  /// Another loop, also in the middle of a call: it gets the rate, the minimum round-trip time, and all that is queued,
  /// in order; a datagram that poll() gave is still to be confirmed. Not null.
  void set_send_loop(std::unique_ptr<SendLoop> send_loop, LocalTime now);

  /// What theory needs. The rate is the link's capacity where the last row of telemetry told it, else as sent during
  /// the last second.
  PathConditions path_conditions() const;

  /// Results since the last call, if they are kept at all.
  std::vector<PacketResult> take_packet_results();

  /// The sender's columns of a telemetry row; rates are over the time since the last call.
  /// Where the caller knows the link's capacity, it sets it beforehand: theory predicts for it.
  void sample(LocalTime now, Sample& out);

 private:
  enum class Polled { nothing, media, rtcp };
  static constexpr std::size_t max_batch = 256;

  void run_timers(LocalTime now);
  void apply(const RateUpdate& update, LocalTime now);
  void on_feedback(const CongestionFeedback& feedback, LocalTime arrival, LocalTime now);
  void on_report_block(const ReportBlock& block, LocalTime now);
  DataRate send_loop_rate() const;
  Duration pacer_idle() const;
  std::size_t poll_media(LocalTime now, std::span<std::span<const std::uint8_t>> out);
  void on_media_sent(PacketRef packet, LocalTime now);
  std::size_t take_second_of_pair(std::span<PacketRef> room);
  void plan_pair(LocalTime now);
  bool window_is_full() const;
  LocalTime window_opens() const;
  std::size_t within_window(std::span<const PacketRef> packets) const;
  bool may_pad() const;
  std::optional<LocalTime> padding_due() const;
  void pad(LocalTime now);
  void count_padding(DataSize size);
  DataSize on_wire(std::size_t rtp_size) const;
  std::span<const std::uint8_t> write_sender_report(LocalTime now);
  std::uint32_t rtp_timestamp(LocalTime t) const;
  void discard_queue();
  void integrate_rate(LocalTime now);
  std::optional<DataRate> sent_lately() const;
  bool can_fill_link() const;
  void sample_rates(LocalTime now, Sample& out);
  void sample_path(Sample& out) const;
  void sample_law(Sample& out) const;
  void sample_controller(Sample& out) const;

  SenderConfig config_;
  std::unique_ptr<RateController> controller_;
  std::unique_ptr<SendLoop> send_loop_;
  Packetizer packetizer_;
  PacketPool pool_{packetizer_.max_packet_size()};
  PathMonitor path_;
  CircuitBreaker circuit_breaker_;
  SentLog sent_log_;
  MediaTarget media_target_;
  PaddingPlan padding_;

  bool running_ = false;
  KeyFrameGate key_frames_;
  RateUpdate update_;                // of the controller, before the circuit breaker
  DataRate rate_;                    // in force
  Polled polled_ = Polled::nothing;  // and not confirmed
  std::array<PacketRef, max_batch> batch_{};
  std::size_t batch_size_ = 0;
  std::optional<LocalTime> blocked_until_;
  bool second_of_pair_ = false;  // the next packet leaves with the one before
  LocalTime next_pair_{};
  LocalTime last_media_sent_{};
  DataSize last_media_size_;
  LocalTime now_{};
  LocalTime started_{};
  std::optional<DataRate> link_capacity_;

  std::array<std::uint8_t, 256> rtcp_buffer_{};
  LocalTime next_report_{};
  std::vector<PacketResult> kept_results_;

  std::uint32_t packets_sent_ = 0;
  std::uint32_t payload_bytes_sent_ = 0;  // without headers, as sender reports count
  std::int64_t wire_bytes_sent_ = 0;
  std::int64_t wire_bytes_arrived_ = 0;
  std::optional<RemoteTime> last_arrival_;
  std::int64_t media_bytes_ = 0;
  std::int64_t padding_packets_sent_ = 0;
  std::int64_t padding_bytes_sent_ = 0;
  LocalTime last_capture_{};
  Duration frame_interval_ = 33ms;
  double rate_integral_ = 0;  // bits
  LocalTime rate_integrated_{};

  struct Snapshot {
    LocalTime time{};
    std::int64_t sent = 0;
    std::int64_t arrived = 0;
    std::optional<RemoteTime> last_arrival;
    std::int64_t media = 0;
    std::int64_t packets_sent = 0;
    std::int64_t packets_lost = 0;
    double rate_integral = 0;
  };
  Snapshot last_sample_;
};

}  // namespace evenkeel
