#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "core/frames/encoded_frame.h"
#include "core/rtp/packetizer.h"
#include "core/rtp/rtp_packet.h"
#include "core/session/frame_send_times.h"
#include "core/session/key_frame_gate.h"
#include "core/session/media_target.h"
#include "core/session/rtp_send_stream.h"
#include "core/session/send_transport.h"
#include "core/session/sent_frames.h"

namespace evenkeel {

struct VideoSendStreamConfig {
  RtpSendStreamConfig rtp;
  std::uint16_t first_picture_id = 0;
  std::size_t max_packet_size = 1200;  ///< bytes of an RTP packet; beside sound less, at rates below 0.5 Mbit/s
};

/// The video that we send: cuts frames into packets for the transport, tells the encoder what it may use, and when the
/// next frame has to be a key frame.
class VideoSendStream {
 public:
  /// The transport must outlive it.
  VideoSendStream(const VideoSendStreamConfig& config, SendTransport& transport);

  /// A peer is there: what comes next must not refer to anything before.
  void start(LocalTime now);
  void push_frame(const EncodedFrame& frame, LocalTime now);
  /// The peer asks for a key frame.
  void on_picture_loss(LocalTime now);
  /// One is needed, even if no receiver asked.
  void demand_key_frame(LocalTime now) { key_frames_.demand(now); }
  /// True once for each key frame that is due.
  bool take_key_frame_request(LocalTime now) { return key_frames_.take(now); }
  /// Packets of the last key frame still wait to leave.
  bool key_frame_leaves() const { return key_frames_.leaving(); }
  /// The packet that left with this number, lately, is of a frame before the last key frame: who gets that has no use
  /// for it.
  bool is_before_key_frame(std::uint16_t number) const {
    const SentFrames::Frame* frame = key_frame_timestamp_ ? frames_.find(number) : nullptr;
    return frame != nullptr && (!key_frame_begins_ || frame->first < *key_frame_begins_);
  }
  /// The rate fell to less than a quarter since what waits was pushed, and that takes longer than `longest_stale` now:
  /// frames that are smaller come sooner than those.
  bool is_stale() const;

  /// For the encoder.
  DataRate target() const {
    const DataRate rate = rate_beside_sound();
    return media_target_.of(std::max(rate - reserved_, (1 - max_reserved_share_) * rate));
  }
  /// What sound takes of the rate, before all else.
  void set_sound(DataRate rate) { sound_ = rate; }
  /// What retransmissions take of the rest, `max_share` of it at most: the rate may be lower than when they left.
  void reserve(DataRate rate, double max_share) {
    reserved_ = rate;
    max_reserved_share_ = max_share;
  }
  /// Repair packets fill the gaps between frames, and shall have this share of the rate; nullopt: there are none.
  void set_repair_share(std::optional<double> share) { repair_share_ = share; }
  void set_payload_type(std::uint8_t type) { packetizer_.set_payload_type(type); }
  /// Of frames that come from here on: bytes of an RTP packet, as many as configured at most.
  void limit_packet_size(std::size_t size) { packet_limit_ = size; }
  /// What they would have without that limit.
  std::size_t wanted_packet_size() const;
  void set_headroom(const HeadroomLimits& limits) { headroom_limits_ = limits; }
  /// What the encoder makes of what it may use, of the last ten frames or so; at most 2 of one frame.
  double use() const { return use_; }
  double headroom() const { return media_target_.headroom(); }
  /// Time between the last two frames, 1 s at most.
  Duration frame_interval() const { return frame_interval_; }
  /// Encoder output so far.
  std::int64_t media_bytes() const { return media_bytes_; }
  /// A packet of ours left. Returns its frame so far; null where it is not known any more.
  const SentFrames::Frame* on_left(std::uint16_t number, std::span<const std::uint8_t> packet, DataSize wire,
                                   LocalTime now) {
    const std::uint32_t timestamp = rtp_timestamp(packet);
    send_times_.on_left(timestamp, rtp_marker(packet), now);
    const SentFrames::Frame* frame = frames_.on_left(number, timestamp, wire);
    if (timestamp == key_frame_timestamp_) {
      if (frame != nullptr) key_frame_begins_ = frame->first;
      if (rtp_marker(packet)) key_frames_.on_left(now);
    }
    return frame;
  }
  const SentFrames& frames() const { return frames_; }
  FrameSendTimes& send_times() { return send_times_; }
  std::uint16_t stream() const { return index_; }
  RtpSendStream& rtp() { return rtp_; }
  const RtpSendStream& rtp() const { return rtp_; }

 private:
  static constexpr Duration usual_frame_interval = 33ms;
  static constexpr Duration longest_stale = 300ms;

  DataSize push_packets(const EncodedFrame& frame, LocalTime now);
  void measure_use(DataSize payload);
  DataRate rate_beside_sound() const { return std::max(transport_.media_rate() - sound_, DataRate()); }

  SendTransport& transport_;
  RtpSendStream rtp_;
  Packetizer packetizer_;
  std::size_t max_packet_size_;
  std::size_t packet_limit_;  // that the path carries
  MediaTarget media_target_;
  HeadroomLimits headroom_limits_;
  std::uint16_t index_;  // in the transport
  KeyFrameGate key_frames_;
  std::optional<std::uint32_t> key_frame_timestamp_;  // of the last one
  std::optional<std::int64_t> key_frame_begins_;      // SentFrames::Frame::first, once its first packet has left
  DataRate pushed_at_;                                // the rate then; of all frames that wait the highest
  SentFrames frames_;
  FrameSendTimes send_times_;
  DataRate sound_;
  DataRate reserved_;
  double max_reserved_share_ = 0;
  std::optional<double> repair_share_;
  double use_ = 1;
  LocalTime last_capture_{};
  Duration frame_interval_ = usual_frame_interval;
  std::int64_t media_bytes_ = 0;
};

}  // namespace evenkeel
