#include "core/session/video_send_stream.h"

#include <algorithm>
#include <array>

#include "core/rtp/extensions.h"
#include "core/rtp/frame_descriptor.h"

namespace evenkeel {
namespace {

constexpr Duration longest_frame_interval = 1s;  // beyond, the camera paused

// Sound waits on the link for the packet that is under way, no longer than for one of its own: 1200 bytes take 32 ms at
// 0.3 Mbit/s. Below 600 bytes headers would take more than a tenth.
constexpr Duration longest_on_link = 20ms;
constexpr std::int64_t smallest_packet = 600;

PacketizerConfig packetizer_config(const VideoSendStreamConfig& c) {
  PacketizerConfig p;
  p.ssrc = c.rtp.ssrc;
  p.first_picture_id = c.first_picture_id;
  p.max_packet_size = c.max_packet_size;
  return p;
}

bool is_jump(const EncodedFrame& frame) {
  if (!frame.dependency || frame.key_frame) return false;
  return std::ranges::none_of(frame.dependency->distances_used(), [](auto distance) { return distance == 1; });
}

}  // namespace

VideoSendStream::VideoSendStream(const VideoSendStreamConfig& config, SendTransport& transport)
    : transport_(transport),
      rtp_(config.rtp),
      packetizer_(packetizer_config(config)),
      max_packet_size_(config.max_packet_size),
      packet_limit_(config.max_packet_size),
      index_(transport.add_stream(rtp_)) {}

void VideoSendStream::start(LocalTime now) {
  demand_key_frame(now);
  key_frame_timestamp_.reset();
  media_target_.reset();
  frames_.start();
  use_ = 1;
  sound_ = DataRate();
  reserved_ = DataRate();
  last_capture_ = LocalTime{};  // the pause before the call is no frame interval
  frame_interval_ = usual_frame_interval;
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
  made.rate = rate_beside_sound();
  const bool alone = transport_.queue().packets(PacketClass::video) == 0;
  pushed_at_ = alone ? transport_.rate() : std::max(pushed_at_, transport_.rate());
  const Duration wait = transport_.media_queue_time();
  send_times_.on_frame(wait);
  made.backlog = repair_share_ ? wait : transport_.queue_time();
  made.idle = transport_.idle_time(now);
  made.interval = frame_interval_;
  made.payload = bytes(static_cast<std::int64_t>(frame.data.size()));
  measure_use(made.payload);
  made.wire = push_packets(frame, now);
  media_bytes_ += made.payload.bytes();
  // A pacer that is faster than the frames come keeps no backlog, and none is to be asked of the encoder.
  const bool faster = transport_.paces_faster();
  if (repair_share_ && !faster) return media_target_.on_frame_with_repair(made, *repair_share_, headroom_limits_);
  if (faster) made.backlog = std::max(made.backlog, MediaTarget::usual_stock);
  media_target_.on_frame(made, faster ? std::nullopt : transport_.update().idle_share);
}

bool VideoSendStream::is_stale() const {
  const bool waits = transport_.queue().packets(PacketClass::video) > 0;
  return waits && 4 * transport_.rate() < pushed_at_ && transport_.media_queue_time() > longest_stale;
}

void VideoSendStream::measure_use(DataSize payload) {
  constexpr double smoothing = 0.1;
  constexpr double largest = 2;  // a key frame
  const DataSize offered = target() * frame_interval_;
  if (offered > bytes(0)) use_ += smoothing * (std::min(payload / offered, largest) - use_);
}

std::size_t VideoSendStream::wanted_packet_size() const {
  if (sound_ <= DataRate()) return max_packet_size_;
  const DataSize size = std::max(transport_.media_rate() * longest_on_link, bytes(smallest_packet));
  return std::min(max_packet_size_, static_cast<std::size_t>(size.bytes()));
}

DataSize VideoSendStream::push_packets(const EncodedFrame& frame, LocalTime now) {
  const auto capture = encode_capture_time(rtp_.ntp(frame.capture_time));
  const MediaFormat& format = transport_.format();
  std::optional<FrameDescriptorBytes> descriptor;
  if (frame.dependency && format.descriptor_id != 0) descriptor = encode_frame_descriptor(*frame.dependency);
  std::array<RtpExtension, 3> extensions;
  std::size_t count = 0;
  const std::size_t repeated = format.transport_wide_id != 0 ? 1 : 0;
  if (repeated > 0) extensions[count++] = {format.transport_wide_id, transport_wide_number_to_come};
  if (format.capture_time_id != 0) extensions[count++] = {format.capture_time_id, capture};
  if (descriptor) extensions[count++] = {format.descriptor_id, descriptor->used()};
  packetizer_.set_max_packet_size(std::min(wanted_packet_size(), packet_limit_));
  const std::uint32_t timestamp = rtp_.begin_frame(frame.capture_time);
  if (frame.key_frame) {
    key_frame_timestamp_ = timestamp;
    key_frame_begins_.reset();
    transport_.discard_retransmissions(now);
    key_frames_.on_key_frame(now);
  }
  packetizer_.begin(frame, timestamp, std::span(extensions).first(count), repeated);
  const auto id = frame.dependency ? std::optional(frame.dependency->id) : std::nullopt;
  frames_.on_frame(id, timestamp, frame.key_frame || is_jump(frame));
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
