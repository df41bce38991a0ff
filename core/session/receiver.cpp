#include "core/session/receiver.h"

#include <algorithm>

#include "core/rtp/rtp_packet.h"

namespace evenkeel {
namespace {

ReceiveTransportConfig transport_config(const ReceiverConfig& c) {
  return {c.ssrc,
          c.cname,
          c.clock_id,
          c.ntp_clock,
          to_text(c.features),
          c.feedback_interval,
          c.feedback_packets,
          c.ip_overhead,
          c.measures_round_trip};
}

}  // namespace

Receiver::Receiver(const ReceiverConfig& config, LocalTime now)
    : features_(config.features),
      transport_(transport_config(config), now),
      video_({config.assembler, config.wants_frames, {}}) {
  set_recovery(config.recovery);
}

void Receiver::on_new_peer(const Negotiated& negotiated) {
  negotiated_ = negotiated;
  transport_.set_format(negotiated.format);
  video_.set_format(negotiated.format);
  for (RtpReceiveStream& stream : rtp_) stream.forget_source();
  video_.forget_source();
  transport_.forget_round_trip_time();
  video_.set_round_trip_time(transport_.round_trip_time());
  set_peer_features(negotiated.features.value_or(PeerFeatures()));
}

// Padding goes with the repair, or with the video of a peer that repairs nothing.
std::optional<Receiver::Kind> Receiver::kind_of(const RtpHeader& header) const {
  const MediaFormat& format = negotiated_.format;
  const std::uint8_t type = header.payload_type;
  if (type == 0) return std::nullopt;  // in the format: none
  if (type == format.also_video) return video_stream;
  if (type == format.also_retransmission && features_.retransmission) return retransmission_stream;
  if (type == format.video) return video_stream;
  if (type == format.retransmission && features_.retransmission) return retransmission_stream;
  if (type == format.repair && features_.repair) return repair_stream;
  if (type == format.audio || type == format.also_audio) return sound_stream;
  if (type != format.padding) return std::nullopt;
  return features_.repair && header.ssrc != rtp_[video_stream].ssrc() ? repair_stream : video_stream;
}

bool Receiver::is_padding(const RtpPacketView& packet) const {
  return packet.header.payload_type == negotiated_.format.padding || packet.payload.empty();
}

void Receiver::begin_video(std::uint32_t ssrc, LocalTime now) {
  rtp_[retransmission_stream].forget_source();
  if (rtp_[repair_stream].ssrc() == ssrc) rtp_[repair_stream].forget_source();  // it was padding of the video
  video_.begin(ssrc, now);
}

void Receiver::on_rtp(std::span<const std::uint8_t> datagram, LocalTime arrival, LocalTime now, std::uint8_t ecn) {
  auto packet = parse_rtp(datagram);
  // Of what is of no use to us too: the peer counts as lost what is not told.
  const auto number = packet ? packet->extension(negotiated_.format.transport_wide_id) : std::nullopt;
  if (number) transport_.on_numbered(*number, arrival);
  const auto kind = packet ? kind_of(packet->header) : std::nullopt;
  if (!kind) {
    ++stats_.malformed;
    return;
  }
  RtpReceiveStream& stream = rtp_[*kind];
  const auto source = stream.on_source(packet->header.ssrc, now);
  if (source == RtpReceiveStream::Source::foreign) {
    ++stats_.foreign;
    return;
  }
  if (source == RtpReceiveStream::Source::changed && *kind == video_stream) begin_video(packet->header.ssrc, now);
  const DataSize wire = transport_.on_wire(datagram.size());
  const bool padding = is_padding(*packet);
  count(*kind, padding, wire);
  const auto sequence = stream.on_packet(packet->header, arrival, ecn);
  transport_.on_packet(wire, sequence && sequence->skips, now);
  translate_extensions(*packet, negotiated_.format);
  if (*kind == video_stream) {
    video_.on_packet(*packet, datagram, sequence, padding, arrival);
  } else if (*kind == retransmission_stream) {
    video_.on_retransmission(datagram, arrival);
  } else if (*kind == repair_stream && !padding) {
    video_.on_repair(packet->payload, arrival);
  }
}

void Receiver::count(Kind kind, bool padding, DataSize wire) {
  ++stats_.packets;
  stats_.wire_bytes += wire.bytes();
  if (padding) {
    ++stats_.padding_packets;
  } else if (kind == retransmission_stream) {
    ++stats_.retransmissions;
  } else if (kind == repair_stream) {
    ++stats_.repair_packets;
  }
}

void Receiver::on_rtcp(const RtcpCompound& rtcp, LocalTime arrival) {
  if (!rtcp.features.empty() && !negotiated_.features) set_peer_features(parse_features(rtcp.features));
  if (rtcp.sender_info) {
    const auto ntp_middle = static_cast<std::uint32_t>(rtcp.sender_info->ntp >> 16);
    for (RtpReceiveStream& stream : rtp_) {
      if (rtcp.sender_ssrc == stream.ssrc()) stream.on_sender_report(ntp_middle, arrival);
    }
  }
  for (const ReferenceTimeAnswer& answer : rtcp.reference_time_answers) {
    transport_.on_reference_time_answer(answer, arrival);
  }
  if (!rtcp.reference_time_answers.empty()) video_.set_round_trip_time(transport_.round_trip_time());
  const bool left = std::any_of(rtcp.byes.begin(), rtcp.byes.end(), [&](auto ssrc) { return ssrc == stream(); });
  if (left) on_new_peer(Negotiated(negotiated_));
}

void Receiver::set_peer_features(const PeerFeatures& features) { video_.set_features(common(features_, features)); }

void Receiver::set_round_trip_time(std::optional<Duration> rtt) {
  transport_.set_round_trip_time(rtt);
  video_.set_round_trip_time(transport_.round_trip_time());
}

LocalTime Receiver::report_due() const {
  const LocalTime due = transport_.report_due(rtp_);
  const auto asks = video_.feedback_due(transport_.earliest_request());
  return asks ? std::min(due, *asks) : due;
}

std::optional<std::span<const std::uint8_t>> Receiver::poll(LocalTime now) {
  if (now < report_due()) return std::nullopt;
  return transport_.write_report(rtp_, video_.take_feedback(now), now);
}

LocalTime Receiver::next_wake() const {
  const LocalTime due = report_due();
  const auto hole = video_.next_wake();
  return hole ? std::min(due, *hole) : due;
}

void Receiver::sample_path(LocalTime now, Sample& out) const {
  const double seconds = to_seconds(now - last_sample_.time);
  if (stream() && last_sample_.time != LocalTime{} && seconds > 0) {
    const auto rate = [&](std::int64_t a, std::int64_t b) { return 8 * static_cast<double>(a - b) / seconds; };
    out.receive_bitrate_bps = rate(stats_.wire_bytes, last_sample_.bytes);
    out.report_bitrate_bps = rate(transport_.report_bytes(), last_sample_.report_bytes);
  }
  if (const auto rtt = transport_.measured_round_trip_time()) out.round_trip_time_ms = to_milliseconds(*rtt);
}

void Receiver::sample(LocalTime now, Sample& out, bool in_call) {
  if (in_call) sample_path(now, out);
  last_sample_ = {now, stats_.wire_bytes, transport_.report_bytes()};
  const FrameAssemblerStats& frames = assembler().stats();
  out.frames_received = static_cast<double>(frames.frames_completed + frames.frames_undecodable);
  out.frames_dropped = static_cast<double>(frames.frames_lost + frames.frames_undecodable);
  out.pli_count = static_cast<double>(key_frames_asked());
  if (!features_.any()) return;
  out.nack_count = static_cast<double>(video_.requester().stats().asked);
  out.repair_packets_received = static_cast<double>(stats_.repair_packets);
  out.repair_packets_discarded = static_cast<double>(video_.repair().stats().discarded);
  out.packets_repaired = static_cast<double>(video_.repair().stats().recovered);
}

}  // namespace evenkeel
