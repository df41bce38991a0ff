#pragma once

#include <array>
#include <span>

#include "core/rtp/features.h"
#include "core/rtp/frame_assembler.h"
#include "core/rtp/media_format.h"
#include "core/rtp/repair_decoder.h"
#include "core/rtp/retransmission_requester.h"
#include "core/session/rtp_receive_stream.h"
#include "core/session/video_feedback.h"

namespace evenkeel {

struct RecoveryParameters;

/// Video that comes in: packets of one source, those that were sent again and those that repair brings, to frames in
/// decoding order; and what to ask of the sender: packets again, another reference, a key frame.
class VideoReceiveStream {
 public:
  struct Config {
    FrameAssemblerConfig assembler;
    bool wants_frames = true;  ///< else nobody shows them, and nothing is asked for
    PeerFeatures features;     ///< that both ends understand
  };
  explicit VideoReceiveStream(const Config& config) : config_(config), assembler_(config.assembler) {}

  /// Another source begins.
  void begin(std::uint32_t ssrc, LocalTime now);
  void forget_source();
  /// What both ends understand; what is not is not asked for.
  void set_features(const PeerFeatures& features);
  void set_format(const MediaFormat& format) { format_ = format; }
  /// nullopt: unknown.
  void set_round_trip_time(std::optional<Duration> rtt);
  void set_recovery(const RecoveryParameters& parameters);

  /// Padding is a sequence number that holds nothing of a frame. `datagram` is the whole packet.
  void on_packet(RtpPacketView packet, std::span<const std::uint8_t> datagram,
                 const std::optional<TrackedSequence>& sequence, bool padding, LocalTime arrival);
  /// A packet that was sent again (RFC 4588).
  void on_retransmission(std::span<const std::uint8_t> datagram, LocalTime arrival);
  /// The payload of a repair packet.
  void on_repair(std::span<const std::uint8_t> payload, LocalTime arrival);
  std::optional<ReceivedFrame> poll_frame(LocalTime now);

  /// The decoder cannot go on.
  void request_key_frame() { key_frame_requested_ = true; }
  /// How long packets may come after later ones: what is missing is asked for no sooner.
  void set_reordering(Duration wait) { requester_.set_reordering_wait(wait); }
  /// For how long the packet that came last had been missed; nullopt: nobody missed it.
  std::optional<Duration> missed() const { return missed_; }
  /// When to ask the sender for something; nullopt: nothing is wanted. Packets are asked for no earlier than so.
  std::optional<LocalTime> feedback_due(LocalTime earliest_request) const;
  /// What to say in a report that goes out now. Valid until the next call.
  VideoFeedback take_feedback(LocalTime now);

  /// When a hole is given up.
  std::optional<LocalTime> next_wake() const { return assembler_.next_wake(); }
  std::uint64_t key_frames_asked() const { return key_frames_asked_; }
  std::uint64_t references_asked() const { return references_asked_; }
  const FrameAssembler& assembler() const { return assembler_; }
  const RetransmissionRequester& requester() const { return requester_; }
  const RepairDecoder& repair() const { return repair_; }
  /// Packets that were sent again and that nobody missed: repair was quicker, or nobody had asked.
  std::uint64_t unwanted_retransmissions() const { return unwanted_; }

 private:
  void set_waits();
  void set_repair_wait();
  void expect_repair(bool expected);
  void accept(std::int64_t number, std::span<const std::uint8_t> packet, PacketOrigin origin, LocalTime arrival);
  void take_repaired(LocalTime arrival);
  std::optional<LocalTime> key_frame_due() const;
  std::optional<LocalTime> reference_due() const;

  Config config_;
  MediaFormat format_;
  FrameAssembler assembler_;
  RetransmissionRequester requester_;
  RepairDecoder repair_;
  std::optional<std::uint32_t> ssrc_;
  std::int64_t highest_ = 0;  // sequence number, without wraps
  std::optional<Duration> round_trip_time_;
  bool key_frame_requested_ = false;
  std::optional<LocalTime> key_frame_asked_;
  std::uint64_t key_frames_asked_ = 0;
  std::optional<LocalTime> reference_asked_;
  std::uint64_t references_asked_ = 0;
  Duration broken_after_ = 40ms;
  LocalTime last_repair_{};
  bool repair_expected_ = false;
  std::uint64_t unwanted_ = 0;
  std::optional<Duration> missed_;
  int references_in_vain_ = 0;                 // asked for since the last frame
  std::array<std::uint8_t, 2048> restored_{};  // as large as what a socket takes: servers pass on more than 1200
};

}  // namespace evenkeel
