#include "core/session/video_send_stream.h"

#include <algorithm>
#include <array>

#include "core/rtp/extensions.h"
#include "core/rtp/ntp.h"

namespace evenkeel {
namespace {

constexpr Duration longest_frame_interval = 1s;  // beyond, the camera paused

PacketizerConfig packetizer_config(const VideoSendStreamConfig& c) {
  PacketizerConfig p;
  p.ssrc = c.rtp.ssrc;
  p.first_picture_id = c.first_picture_id;
  p.max_packet_size = c.max_packet_size;
  return p;
}

}  // namespace

VideoSendStream::VideoSendStream(const VideoSendStreamConfig& config, SendTransport& transport)
    : transport_(transport),
      rtp_(config.rtp),
      packetizer_(packetizer_config(config)),
      index_(transport.add_stream(rtp_)) {}

void VideoSendStream::start(LocalTime now) {
  demand_key_frame(now);
  media_target_.reset();
}

void VideoSendStream::on_picture_loss(LocalTime now) {
  key_frames_.request(now, transport_.path().round_trip_time().smoothed().value_or(Duration::zero()));
}

void VideoSendStream::push_frame(const EncodedFrame& frame, LocalTime now) {
  if (last_capture_ != LocalTime{} && frame.capture_time > last_capture_) {
    frame_interval_ = std::min<Duration>(frame.capture_time - last_capture_, longest_frame_interval);
  }
  last_capture_ = frame.capture_time;
  MediaTarget::Frame made;
  made.rate = transport_.media_rate();
  made.backlog = transport_.queue_time();
  made.idle = transport_.idle_time(now);
  made.interval = frame_interval_;
  made.payload = bytes(static_cast<std::int64_t>(frame.data.size()));
  made.wire = push_packets(frame, now);
  media_bytes_ += made.payload.bytes();
  // A pacer that is faster than the frames come keeps no backlog, and none is to be asked of the encoder.
  const bool faster = transport_.paces_faster();
  if (faster) made.backlog = std::max(made.backlog, MediaTarget::usual_stock);
  media_target_.on_frame(made, faster ? std::nullopt : transport_.update().idle_share);
}

DataSize VideoSendStream::push_packets(const EncodedFrame& frame, LocalTime now) {
  const auto capture = encode_capture_time(to_ntp(frame.capture_time));
  const std::array<RtpExtension, 1> extensions{{{abs_capture_time_id, capture}}};
  packetizer_.begin(frame, rtp_.begin_frame(frame.capture_time), extensions);
  PacketPool& pool = transport_.pool();
  DataSize wire;
  for (;;) {
    OutgoingPacket packet;
    packet.slot = pool.acquire();
    const std::size_t size = packetizer_.next(pool.memory(packet.slot));
    if (size == 0) {
      pool.release(packet.slot);
      return wire;
    }
    pool.set_size(packet.slot, size);
    packet.stream = index_;
    packet.wire = transport_.on_wire(size);
    packet.payload = bytes(static_cast<std::int64_t>(packetizer_.payload_size()));
    packet.queued = now;
    wire += packet.wire;
    transport_.push(packet, now);
  }
}

}  // namespace evenkeel
