#include "core/session/repair_send_stream.h"

#include <algorithm>

#include "core/rtp/rtp_packet.h"

namespace evenkeel {
namespace {

constexpr std::size_t fewest_packets = 12;  // of a window, where frames have one or two
constexpr double used_share = 0.7;          // a source that makes less of its target limits itself
constexpr double most_credit = 24'000;      // bytes: a late burst of repair mends nothing
constexpr std::size_t most_over_one_window = 24;

}  // namespace

RepairSendStream::RepairSendStream(const RtpSendStreamConfig& config, const ProtectionConfig& protection,
                                   SendTransport& transport)
    : transport_(transport), rtp_(config), index_(transport.add_stream(rtp_)), plan_(protection) {}

void RepairSendStream::start(LocalTime now) {
  encoder_.start();
  plan_.reset();
  frame_packets_.fill(0);
  credit_ = 0;
  active_until_ = now;
}

void RepairSendStream::set_enabled(bool on) { enabled_ = on; }

void RepairSendStream::on_video_left(std::uint16_t number, std::span<const std::uint8_t> packet, DataSize wire,
                                     const SentFrames::Frame* frame, LocalTime now) {
  if (!enabled_) return;
  encoder_.on_media(number, packet);
  over_window_ = 0;
  if (const std::uint32_t timestamp = rtp_timestamp(packet); timestamp != timestamp_) {
    timestamp_ = timestamp;
    std::shift_right(frame_packets_.begin(), frame_packets_.end(), 1);
    frame_packets_[0] = 0;
    rtp_.follow_frame(timestamp);
  }
  ++frame_packets_[0];
  const bool important = frame != nullptr && frame->important;
  const double share = important ? plan_.important_share() : plan_.share();
  credit_ = std::min(credit_ + share * static_cast<double>(wire.bytes()), most_credit);
  const bool whole = (packet[1] & 0x80) != 0;  // the marker
  if (whole && frame != nullptr) plan_.on_frame({frame->first, frame->packets, 0, frame->size, important, now});
}

void RepairSendStream::on_frame(Duration interval, double used, LocalTime now) {
  active_ = used >= used_share;
  active_until_ = now + interval * 3 / 2;
}

RepairRange RepairSendStream::window() const {
  std::size_t packets = 0;
  for (std::size_t i = 0; i < std::min(plan_.window(), frame_packets_.size()); ++i) packets += frame_packets_[i];
  return encoder_.newest(std::max(packets, fewest_packets));
}

bool RepairSendStream::due(LocalTime now) const {
  if (!enabled_ || !transport_.may_fill() || over_window_ >= most_over_one_window) return false;
  return fills(now) || credit_ > 0;
}

void RepairSendStream::fill(LocalTime now) {
  if (!due(now)) return;
  const RepairRange range = window();
  const std::size_t payload = encoder_.payload_size(range);
  if (payload == 0) return;
  PacketPool& pool = transport_.pool();
  OutgoingPacket packet;
  packet.slot = pool.acquire();
  const auto memory = pool.memory(packet.slot);
  const std::size_t header = rtp_.write_header(repair_payload_type, memory);
  const std::size_t size = header == 0 ? 0 : encoder_.write(range, next_key_++, memory.subspan(header));
  if (size == 0) return pool.release(packet.slot);
  pool.set_size(packet.slot, header + size);
  packet.stream = index_;
  packet.kind = PacketClass::repair;
  packet.wire = transport_.on_wire(header + size);
  packet.payload = bytes(static_cast<std::int64_t>(size));
  packet.queued = now;
  credit_ = std::max(0.0, credit_ - static_cast<double>(packet.wire.bytes()));
  ++over_window_;
  ++packets_;
  bytes_ += packet.wire.bytes();
  transport_.push(packet, now);
}

}  // namespace evenkeel
