#pragma once

#include <cstdint>

#include "core/frames/encoded_frame.h"
#include "core/rtp/packetizer.h"
#include "core/session/key_frame_gate.h"
#include "core/session/media_target.h"
#include "core/session/rtp_send_stream.h"
#include "core/session/send_transport.h"

namespace evenkeel {

struct VideoSendStreamConfig {
  RtpSendStreamConfig rtp;
  std::uint16_t first_picture_id = 0;
  std::size_t max_packet_size = 1200;  ///< bytes of an RTP packet
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

  /// For the encoder.
  DataRate target() const { return media_target_.of(transport_.media_rate()); }
  /// Time between the last two frames, 1 s at most.
  Duration frame_interval() const { return frame_interval_; }
  /// Encoder output so far.
  std::int64_t media_bytes() const { return media_bytes_; }
  RtpSendStream& rtp() { return rtp_; }
  const RtpSendStream& rtp() const { return rtp_; }

 private:
  DataSize push_packets(const EncodedFrame& frame, LocalTime now);

  SendTransport& transport_;
  RtpSendStream rtp_;
  Packetizer packetizer_;
  MediaTarget media_target_;
  std::uint16_t index_;  // in the transport
  KeyFrameGate key_frames_;
  LocalTime last_capture_{};
  Duration frame_interval_ = 33ms;
  std::int64_t media_bytes_ = 0;
};

}  // namespace evenkeel
