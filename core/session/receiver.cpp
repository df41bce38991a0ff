#include "core/session/receiver.h"

#include <algorithm>

#include "core/rtp/rtp_packet.h"

namespace evenkeel {
namespace {

ReceiveTransportConfig transport_config(const ReceiverConfig& c) {
  return {c.ssrc, c.cname, c.clock_id, c.feedback_interval, c.feedback_packets, c.ip_overhead};
}

}  // namespace

Receiver::Receiver(const ReceiverConfig& config, LocalTime now)
    : payload_type_(config.payload_type),
      transport_(transport_config(config), now),
      video_(config.assembler, config.wants_frames) {}

void Receiver::on_new_peer() {
  rtp_.forget_source();
  video_.forget_source();
}

void Receiver::on_rtp(std::span<const std::uint8_t> datagram, LocalTime arrival, LocalTime now, std::uint8_t ecn) {
  const auto packet = parse_rtp(datagram);
  const bool padding = packet && packet->header.payload_type == padding_payload_type;
  if (!packet || (!padding && packet->header.payload_type != payload_type_)) {
    ++stats_.malformed;
    return;
  }
  const auto source = rtp_.on_source(packet->header.ssrc, now);
  if (source == RtpReceiveStream::Source::foreign) {
    ++stats_.foreign;
    return;
  }
  if (source == RtpReceiveStream::Source::changed) video_.begin(now);
  const DataSize wire = transport_.on_wire(datagram.size());
  ++stats_.packets;
  if (padding) ++stats_.padding_packets;
  stats_.wire_bytes += wire.bytes();
  const auto sequence = rtp_.on_packet(packet->header, arrival, ecn);
  transport_.on_packet(wire, sequence && sequence->skips, now);
  video_.on_packet(*packet, sequence, padding, arrival);
}

void Receiver::on_rtcp(const RtcpCompound& rtcp, LocalTime arrival) {
  if (rtcp.sender_info && rtcp.sender_ssrc == rtp_.ssrc()) {
    rtp_.on_sender_report(static_cast<std::uint32_t>(rtcp.sender_info->ntp >> 16), arrival);
  }
  const bool left = std::any_of(rtcp.byes.begin(), rtcp.byes.end(), [&](auto ssrc) { return ssrc == rtp_.ssrc(); });
  if (left) on_new_peer();
}

std::optional<LocalTime> Receiver::key_frame_due() const {
  return rtp_.ssrc() ? video_.key_frame_due(transport_.round_trip_time()) : std::nullopt;
}

std::optional<std::span<const std::uint8_t>> Receiver::poll(LocalTime now) {
  const auto key_frame = key_frame_due();
  const bool asks = key_frame && now >= *key_frame;
  if (!asks && now < transport_.report_due(rtp_)) return std::nullopt;
  if (asks) video_.on_key_frame_asked(now);
  return transport_.write_report(rtp_, asks, now);
}

LocalTime Receiver::next_wake() const {
  LocalTime wake = transport_.report_due(rtp_);
  if (const auto t = video_.next_wake()) wake = std::min(wake, *t);
  if (const auto t = key_frame_due()) wake = std::min(wake, *t);
  return wake;
}

void Receiver::sample(LocalTime now, Sample& out) {
  const Snapshot current{now, stats_.wire_bytes, transport_.report_bytes()};
  const double seconds = to_seconds(now - last_sample_.time);
  if (stream() && last_sample_.time != LocalTime{} && seconds > 0) {
    const auto rate = [&](std::int64_t a, std::int64_t b) { return 8 * static_cast<double>(a - b) / seconds; };
    out.receive_bitrate_bps = rate(current.bytes, last_sample_.bytes);
    out.report_bitrate_bps = rate(current.report_bytes, last_sample_.report_bytes);
  }
  last_sample_ = current;
  const FrameAssemblerStats& frames = assembler().stats();
  out.frames_received = static_cast<double>(frames.frames_completed + frames.frames_undecodable);
  out.frames_dropped = static_cast<double>(frames.frames_lost + frames.frames_undecodable);
  out.pli_count = static_cast<double>(key_frames_asked());
}

}  // namespace evenkeel
