#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/control/circuit_breaker.h"
#include "core/control/rate_controller.h"
#include "core/control/sent_log.h"
#include "core/control/shadow_controllers.h"
#include "core/path/path_monitor.h"
#include "core/rtp/rtcp.h"
#include "core/session/paced_queue.h"
#include "core/session/packet_pool.h"
#include "core/session/padding_plan.h"
#include "core/session/pair_plan.h"
#include "core/session/rtp_send_stream.h"
#include "core/session/send_window.h"
#include "core/session/sender_reports.h"
#include "core/session/stuck_datagram.h"

namespace evenkeel {

struct SendTransportConfig {
  std::uint32_t ssrc = 0;  ///< that our reports come from
  std::string cname;
  std::string clock_id;  ///< tells the peer whether it reads our clock; empty: not said
  RateLimits limits;
  DataSize ip_overhead = bytes(28);    ///< UDP and IP headers: 28 bytes with IPv4, 48 with IPv6
  bool sealed = false;                 ///< what the socket refuses has been sealed under its number
  std::size_t max_packet_size = 1200;  ///< bytes of an RTP packet
  DelayKind delay_kind = DelayKind::estimated;
  std::uint64_t seed = 0;            ///< of the controller's random numbers; flows of one path need different ones
  bool keep_packet_results = false;  ///< for packets.csv
  /// Above 0: the pacer's rate is so many times the controller's pacing, so that a frame leaves sooner than it takes at
  /// that rate; infinity: as soon as it comes. The circuit breaker's limit holds all the same.
  double pacing_gain = 1;
};

/// What the transport counted since it was made.
struct TransportCounters {
  std::int64_t wire_bytes_sent = 0;
  std::int64_t packets_sent = 0;
  std::int64_t wire_bytes_arrived = 0;  ///< as reports told
  std::optional<RemoteTime> last_arrival;
  std::int64_t sound_packets = 0;
  std::int64_t sound_bytes = 0;
  std::int64_t padding_packets = 0;
  std::int64_t padding_bytes = 0;
  std::int64_t packets_discarded = 0;  ///< that never left: a pause, the circuit breaker, too old
  std::int64_t packets_given_up = 0;   ///< that the socket never took: they count as sent and lost
};

/// The way from the streams that we send to the socket: one queue, one pacer, one controller, one history of what was
/// sent, and the circuit breaker above them. Streams push packets and know nothing of the path; the path may change
/// under running streams.
///
/// A pure state machine: after any call drain poll_batch(), confirming what it gives by on_batch_sent() or
/// on_refused(); come back at next_wake(). Times must not decrease. Media leaves only between start() and suspend().
class SendTransport {
 public:
  using Datagram = std::span<const std::uint8_t>;

  SendTransport(const SendTransportConfig& config, std::unique_ptr<RateController> controller,
                std::unique_ptr<Pacer> pacer);

  /// Returns the stream's index, for its packets. It must outlive the transport's use. The first one also carries
  /// padding, until another is chosen.
  std::uint16_t add_stream(RtpSendStream& stream);
  void pad_on(std::uint16_t stream) { padding_stream_ = stream; }
  /// Of packets that are pushed from here on. Between calls: not while running.
  void set_format(const MediaFormat& format);
  const MediaFormat& format() const { return format_; }

  /// A path: nothing is known of it yet, and the controller begins at the start rate. Also in place of another path,
  /// under running streams. `round_trip`: Sender::start().
  void start(LocalTime now, Duration round_trip = {});
  /// The peer is gone: discards what is queued.
  void suspend(LocalTime now);
  bool running() const { return running_; }
  /// Whether packets of media are taken: not while suspended or stopped by the circuit breaker.
  bool accepts_media() const { return running_ && circuit_breaker_.state() != CircuitBreaker::State::open; }
  /// True once for each time that queued media was lost or the circuit breaker let go: frames that come now must not
  /// refer to those before.
  bool take_media_lost() { return std::exchange(media_lost_, false); }

  // For streams.
  PacketPool& pool() { return pool_; }
  DataSize on_wire(std::size_t rtp_size) const;
  /// Takes the packet over, its slot included.
  void push(const OutgoingPacket& packet, LocalTime now);
  /// The same of an RTP packet of `size` bytes that was written into the slot.
  void push_written(std::uint32_t slot, std::size_t size, std::uint16_t stream, PacketClass kind, LocalTime now);
  /// Padding has so many bytes at most from here on.
  void limit_packet_size(std::size_t size);
  /// The path drops what is larger than that: what waits of video was cut for another one, and the controller, which
  /// saw losses, begins anew, at no less than the start rate.
  void on_black_hole(LocalTime now);
  /// What mends losses of frames before a key frame is of no use behind it.
  void discard_retransmissions(LocalTime now);
  /// Video, and what mends it or stands for it: all that waits.
  void discard_video(LocalTime now);
  /// Queues a packet of `size` bytes that carries nothing, to see whether it arrives; of formats with a payload type
  /// for that. Neither it nor what becomes of it is seen by controllers.
  void push_size_probe(std::size_t size, LocalTime now);
  /// The same of a packet that was written into the slot.
  void push_size_probe(std::uint32_t slot, std::size_t size, std::uint16_t stream, LocalTime now);
  /// Calls take(packet, bytes) for each packet that left since the last call, in their order. To be called after each
  /// on_batch_sent(): until then their slots are kept.
  template <class Take>
  void take_left(Take&& take) {
    for (const OutgoingPacket& packet : left_) {
      take(packet, Datagram(pool_.packet(packet.slot)));
      pool_.release(packet.slot);
    }
    left_.clear();
  }

  /// The picture pauses: what waits of it is discarded, and packets that carry nothing stand for it up to this rate, of
  /// the size of sound, which would wait at the bottleneck for larger ones. The controller sees a source that uses what
  /// it gets. Nullopt: it pauses no more.
  void fill(std::optional<DataRate> rate, LocalTime now);
  /// As Pacer has it.
  void limit_idle(std::optional<Duration> longest) { queue_.limit_idle(longest); }
  /// What sender reports say of our microphone; nullopt: nothing, as no sound is sent.
  void set_sound_muted(std::optional<bool> muted) { sender_reports_.set_muted(muted); }

  /// Nothing waits, and more may be sent: a packet that mends losses, or carries nothing, delays nothing but itself.
  bool may_fill() const;

  // From the peer.
  /// A receiver report on a stream whose frames come `frame_interval` apart.
  void on_report_block(const ReportBlock& block, Duration frame_interval, LocalTime now);
  /// The peer asks for its round trip; the next sender report answers.
  void on_reference_time(const ReferenceTime& time, LocalTime arrival) {
    sender_reports_.on_reference_time(time, arrival);
  }
  /// `arrival` is when it came, as the kernel stamped it: round trips end there. `now` is not before it. Returns the
  /// packets whose fate is known now, valid until the next call.
  std::span<const PacketResult> on_feedback(const CongestionFeedback& feedback, LocalTime arrival, LocalTime now);
  /// The same of feedback without a time of its own: round trips come from report blocks.
  std::span<const PacketResult> on_feedback(const TransportWideFeedback& feedback, LocalTime now);
  /// What the peer believes that it can receive (REMB): of one that tells no arrivals.
  void on_estimate(DataRate rate, LocalTime now);
  /// The peer's receiver report answered one of our sender reports, and came at `arrival`.
  /// False where it answered none.
  bool on_answer(const ReportBlock& block, LocalTime arrival);

  // To the socket.
  /// The datagrams to be sent now, in their order, at most as many as `out` has room for; returns how many. Valid until
  /// the next call. Those that are not confirmed come again, before all others.
  std::size_t poll_batch(LocalTime now, std::span<Datagram> out);
  /// The first `count` of the datagrams that the last poll_batch() gave have left; the others have not.
  void on_batch_sent(std::size_t count, LocalTime now);
  /// The socket would not take the next one: tried again a little later; not counted as sent, but for what it never
  /// takes (StuckDatagram).
  void on_refused(LocalTime now);
  /// Smaller datagrams are taken, but none of so many bytes.
  std::optional<std::size_t> too_large() const { return stuck_.too_large(); }
  /// The codepoint of explicit congestion notification (RFC 3168) for what poll_batch() gave: as the controller asks
  /// for media; reports are not capable.
  std::uint8_t offered_ecn() const { return polled_ == Polled::media ? update_.ecn : std::uint8_t{0}; }
  LocalTime next_wake() const;

  /// What our own sender reports take on the wire.
  DataRate sender_report_rate() const { return sender_reports_.rate(); }
  /// What this end sends in reports, of both its halves: media gets so much less. It keeps most of the rate in any
  /// case: with less, controllers would take the source for one that does not use what it is offered, and stay where
  /// they are.
  void set_report_rate(DataRate rate, LocalTime now);
  DataRate media_rate() const { return less_reports(rate_); }
  /// The rate in force: the controller's target, less where the circuit breaker says so.
  DataRate rate() const { return rate_; }
  const RateUpdate& update() const { return update_; }
  bool paces_faster() const { return config_.pacing_gain > 1; }
  /// How long the pacer needs for what it has queued, at its present rate, or at the controller's target where that
  /// holds the pacer back for a moment.
  Duration queue_time() const;
  /// The same for what a new frame of video waits for: neither repair nor padding.
  Duration media_queue_time() const;
  /// For how long the pacer has had nothing to send: since the packet that left last would have been followed by
  /// another one.
  Duration idle_time(LocalTime now) const;

  const SendTransportConfig& config() const { return config_; }
  const SendQueue& queue() const { return queue_.queue(); }
  const PathMonitor& path() const { return path_; }
  const CircuitBreaker& circuit_breaker() const { return circuit_breaker_; }
  const TransportCounters& counters() const { return counters_; }
  const SentLog& sent_log() const { return sent_log_; }
  RateController& controller() { return *controller_; }
  const RateController& controller() const { return *controller_; }
  Pacer& pacer() { return queue_.pacer(); }
  const Pacer& pacer() const { return queue_.pacer(); }
  /// The integral of the pacer's rate up to `now`, in bits; while the rate is unlimited it stands still.
  double paced_bits(LocalTime now);

  void set_delay_kind(DelayKind kind) { path_.set_delay_kind(kind); }
  /// From the next packet on all are sealed, and have this around them: headers of UDP and IP, and the tag.
  void seal(DataSize overhead) {
    config_.sealed = true;
    config_.ip_overhead = overhead;
  }
  /// Packets are sealed with new keys: their numbers begin where a wrap is far.
  void on_new_keys();
  /// Another controller, also in the middle of a call: it begins at the rate in force, within the limits. What is known
  /// of the path stays. Not null.
  void set_controller(std::unique_ptr<RateController> controller, LocalTime now);
  /// Controllers that only watch, also in the middle of a call: they begin at the rate in force. In place of those
  /// before.
  void set_shadows(ShadowControllers shadows, LocalTime now);
  ShadowControllers& shadows() { return shadows_; }
  /// Another pacer, also in the middle of a call: it gets the rate and the minimum round-trip time; the queue stays,
  /// and a datagram that poll_batch() gave is still to be confirmed. Not null.
  void set_pacer(std::unique_ptr<Pacer> pacer, LocalTime now);
  /// Results since the last call, if they are kept at all.
  std::vector<PacketResult> take_packet_results();

 private:
  enum class Polled { nothing, media, rtcp };
  static constexpr double least_media_share = 0.92;  // the strictest law, TFRC's, wants 0.9 of its rate used

  std::span<const PacketResult> on_report(const std::optional<PathReport>& report, LocalTime now);
  std::size_t padding_size() const;
  void run_timers(LocalTime now);
  void follow_breaker(CircuitBreaker::State before, LocalTime now);
  void reopen(LocalTime now);
  void apply(const RateUpdate& update, LocalTime now);
  RateLimits limits_from_here() const;
  RateUpdate without_arrivals() const;
  DataRate pacer_rate() const;
  DataRate less_reports(DataRate rate) const { return std::max(rate - report_rate_, least_media_share * rate); }
  std::size_t poll_packets(LocalTime now, std::span<Datagram> out);
  std::size_t give_out(std::size_t count, std::span<Datagram> out);
  std::optional<LocalTime> sound_due(LocalTime now) const;
  DataSize usual_packet_size(LocalTime now) const;
  void offer(std::size_t count);
  SentPacket facts_of(const OutgoingPacket& packet, LocalTime now);
  void count_sent(const SentPacket& packet);
  void on_packet_sent(LocalTime now);
  void expire(LocalTime now);
  void discard_queue();
  void discard(PacketClass kind, LocalTime now);
  Duration time_for(DataSize size) const;
  std::optional<LocalTime> padding_due() const;
  void pad(LocalTime now);

  SendTransportConfig config_;
  std::unique_ptr<RateController> controller_;
  ShadowControllers shadows_;
  PacketPool pool_;
  PacedQueue queue_;
  std::vector<RtpSendStream*> streams_;
  std::uint16_t padding_stream_ = 0;
  std::size_t padding_limit_;
  MediaFormat format_;
  std::uint16_t next_wide_number_ = 0;
  std::vector<OutgoingPacket> left_;  // and not taken
  SenderReports sender_reports_;
  PathMonitor path_;
  CircuitBreaker circuit_breaker_;
  SentLog sent_log_;
  SendWindow window_;
  PairPlan pairs_;
  PaddingPlan padding_;
  TransportCounters counters_;

  bool running_ = false;
  bool media_lost_ = false;
  RateUpdate update_;  // of the controller, before the circuit breaker
  DataRate rate_;      // in force
  DataRate report_rate_;
  std::optional<DataRate> estimate_;  // of the peer
  Polled polled_ = Polled::nothing;   // and not confirmed
  std::size_t polled_count_ = 0;
  bool refused_media_ = false;  // of what the last poll_batch() gave
  StuckDatagram stuck_;
  std::optional<LocalTime> blocked_until_;
  LocalTime last_sent_{};
  DataSize last_size_;
  LocalTime now_{};
  std::vector<PacketResult> kept_results_;
  double paced_bits_ = 0;
  LocalTime paced_until_{};
};

}  // namespace evenkeel
