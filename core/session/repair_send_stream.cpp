#include "core/session/repair_send_stream.h"

#include <algorithm>
#include <utility>

#include "core/rtp/rtp_packet.h"

namespace evenkeel {
namespace {

constexpr std::size_t fewest_packets = 12;  // of a window, where frames have one or two
constexpr double used_share = 0.7;          // a source that makes less of its target limits itself
constexpr double most_credit = 24'000;      // bytes: a late burst of repair mends nothing
constexpr double most_debt = 1300;          // a packet that was due by a part of it
constexpr double fastest_pacer = 1.02;      // of the rate
constexpr std::size_t most_over_one_window = 24;
constexpr std::size_t packets_paid_for = 64;  // of one frame: repair reaches back no further than twice that
constexpr Duration most_owed = 30ms;          // between two frames: about one of them

}  // namespace

RepairSendStream::RepairSendStream(const RtpSendStreamConfig& config, const ProtectionConfig& protection,
                                   SendTransport& transport)
    : transport_(transport), rtp_(config), index_(transport.add_stream(rtp_)), plan_(protection) {}

void RepairSendStream::start(LocalTime now) {
  forget_packets();
  plan_.reset();
  credit_ = 0;
  active_until_ = now;
}

void RepairSendStream::forget_packets() {
  encoder_.start();
  frame_packets_.fill(0);
  waiting_.reset();
}

void RepairSendStream::on_video_left(std::uint16_t number, std::span<const std::uint8_t> packet, DataSize wire,
                                     const SentFrames::Frame* frame, LocalTime now) {
  if (!enabled_) return;
  encoder_.on_media(number, packet);
  over_window_ = 0;
  stale_ = true;
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
  frame_left_ |= whole || frame_packets_[0] % packets_paid_for == 0;
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

// A pacer that is faster than the rate would take more than that.
bool RepairSendStream::fills_gaps(LocalTime now) const {
  return active_ && now < active_until_ && transport_.pacer().rate() <= fastest_pacer * transport_.media_rate();
}

bool RepairSendStream::due(LocalTime now) const {
  if (!enabled_ || !transport_.may_fill() || over_window_ >= most_over_one_window) return false;
  return fills_gaps(now) || credit_ > 0;
}

std::size_t RepairSendStream::write(RepairRange range, std::span<std::uint8_t> out) {
  const std::size_t header = rtp_.write_header(repair_payload_type, out);
  const std::size_t payload = header == 0 ? 0 : encoder_.write(range, next_key_++, out.subspan(header));
  return payload == 0 ? 0 : header + payload;
}

// What a new frame overtook covers the newest packets again. Its size stays: what is behind the symbol means nothing.
void RepairSendStream::refresh() {
  if (!waiting_ || !std::exchange(stale_, false)) return;
  if (transport_.queue().packets(PacketClass::repair) == 0) return waiting_.reset();
  const auto packet = transport_.pool().packet(*waiting_);
  const RepairRange range = window();
  if (rtp_header_size({}) + encoder_.payload_size(range) <= packet.size()) write(range, packet);
}

void RepairSendStream::fill(LocalTime now) {
  refresh();
  if (std::exchange(frame_left_, false)) pay(now);
  if (!due(now) || !push(PacketClass::repair, now)) return;
  stale_ = false;
}

// Where frames follow each other without a gap for long, as when the rate has fallen, there would be no repair at all.
void RepairSendStream::pay(LocalTime now) {
  const SendQueue& queue = transport_.queue();
  if (!enabled_ || transport_.circuit_breaker().state() != CircuitBreaker::State::closed) return;
  if (!transport_.running() || queue.packets(PacketClass::video) == 0) return;
  const DataSize most = transport_.media_rate() * most_owed;
  while (credit_ > 0 && queue.size(PacketClass::owed_repair) < most && push(PacketClass::owed_repair, now)) {
  }
}

bool RepairSendStream::push(PacketClass kind, LocalTime now) {
  const RepairRange range = window();
  if (encoder_.payload_size(range) == 0) return false;
  PacketPool& pool = transport_.pool();
  const std::uint32_t slot = pool.acquire();
  const std::size_t size = write(range, pool.memory(slot));
  if (size == 0) {
    pool.release(slot);
    return false;
  }
  credit_ = std::max(credit_ - static_cast<double>(transport_.on_wire(size).bytes()), -most_debt);
  ++over_window_;
  if (kind == PacketClass::repair) waiting_ = slot;
  transport_.push_written(slot, size, index_, kind, now);
  return true;
}

void RepairSendStream::on_left(const OutgoingPacket& packet) {
  if (packet.kind == PacketClass::repair) waiting_.reset();
  ++packets_;
  bytes_ += packet.wire.bytes();
}

}  // namespace evenkeel
