#include "core/session/receiver.h"

#include <algorithm>

#include "core/rtp/opus_payload.h"
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
      rtp_{RtpReceiveStream(), RtpReceiveStream(), RtpReceiveStream(), RtpReceiveStream(opus_clock_rate)},
      video_({config.assembler, config.wants_frames, {}}) {
  set_recovery(config.recovery);
}

void Receiver::on_new_peer(const Negotiated& negotiated) {
  negotiated_ = negotiated;
  transport_.set_format(negotiated.format);
  video_.set_format(negotiated.format);
  for (RtpReceiveStream& stream : rtp_) stream.forget_source();
  video_.forget_source();
  begin_sound();
  transport_.forget_path();
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
  if (type == format.also_audio && features_.sound) return audio_stream;
  if (type == format.video) return video_stream;
  if (type == format.retransmission && features_.retransmission) return retransmission_stream;
  if (type == format.repair && features_.repair) return repair_stream;
  if (type == format.audio && features_.sound) return audio_stream;
  if (type == format.redundant_audio && features_.sound && features_.sound_copies) return audio_stream;
  if (type != format.padding) return std::nullopt;
  return features_.repair && header.ssrc != rtp_[video_stream].ssrc() ? repair_stream : video_stream;
}

bool Receiver::is_padding(const RtpPacketView& packet) const {
  return packet.header.payload_type == negotiated_.format.padding || packet.payload.empty();
}

void Receiver::begin(Kind kind, std::uint32_t ssrc, LocalTime now) {
  if (kind == video_stream) begin_video(ssrc, now);
  if (kind == audio_stream) begin_sound();
}

// What was reported of the source before puts nothing of this one on a clock.
void Receiver::begin_sound() {
  sound_.begin();
  if (sync_ != nullptr) sync_->forget_reports();
}

void Receiver::begin_video(std::uint32_t ssrc, LocalTime now) {
  if (sync_ != nullptr) sync_->forget_reports();
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
  if (source == RtpReceiveStream::Source::changed) begin(*kind, packet->header.ssrc, now);
  const DataSize wire = transport_.on_wire(datagram.size());
  const bool padding = is_padding(*packet);
  count(*kind, padding, wire);
  const auto sequence = stream.on_packet(packet->header, arrival, ecn);
  transport_.on_packet(wire, sequence, now);
  video_.set_reordering(transport_.reordering(now));
  translate_extensions(*packet, negotiated_.format);
  if (*kind == video_stream) {
    video_.on_packet(*packet, datagram, sequence, padding, arrival);
    if (const auto missed = video_.missed()) transport_.on_reordered(*missed, now);
  } else if (*kind == retransmission_stream) {
    video_.on_retransmission(datagram, arrival);
  } else if (*kind == audio_stream) {
    on_sound(*packet, sequence, arrival);
  } else if (!padding) {
    video_.on_repair(packet->payload, arrival);
  }
}

void Receiver::on_sound(RtpPacketView& packet, const std::optional<TrackedSequence>& sequence, LocalTime arrival) {
  const MediaFormat& format = negotiated_.format;
  SoundCopy copy;
  if (packet.header.payload_type == format.redundant_audio) {
    const RedundantSound sound = parse_redundant_sound(packet.payload, format.audio).value_or(RedundantSound());
    packet.payload = sound.primary;  // of none nothing is played
    copy = sound.copy;
  }
  sound_.on_packet(packet, copy, sequence, arrival);
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
  } else if (kind == audio_stream) {
    ++stats_.sound_packets;
  }
}

void Receiver::on_rtcp(const RtcpCompound& rtcp, LocalTime arrival) {
  if (!rtcp.features.empty() && !negotiated_.features) set_peer_features(parse_features(rtcp.features));
  for (const SenderReport& report : rtcp.sender_reports) on_sender_report(report, arrival);
  for (const ReferenceTimeAnswer& answer : rtcp.reference_time_answers) {
    transport_.on_reference_time_answer(answer, arrival);
  }
  if (!rtcp.reference_time_answers.empty()) video_.set_round_trip_time(transport_.round_trip_time());
  for (const std::uint32_t ssrc : rtcp.byes) on_bye(ssrc);
}

void Receiver::on_sender_report(const SenderReport& report, LocalTime arrival) {
  for (RtpReceiveStream& stream : rtp_) {
    if (report.ssrc == stream.ssrc())
      stream.on_sender_report(static_cast<std::uint32_t>(report.info.ntp >> 16), arrival);
  }
  if (sync_ == nullptr) return;
  const SyncRecord::Report of_clock{peer_clock_.read(report.info.ntp), report.info.rtp_timestamp};
  if (report.ssrc == stream()) sync_->set_picture_report(of_clock);
  if (report.ssrc == sound_stream()) sync_->set_sound_report(of_clock);
}

void Receiver::set_peer_clock(const NtpClock& clock) {
  peer_clock_ = clock;
  if (sync_ != nullptr) sync_->forget_reports();
}

// Without its video a peer is gone; one may end its sound alone.
void Receiver::on_bye(std::uint32_t ssrc) {
  if (ssrc == stream()) return on_new_peer(Negotiated(negotiated_));
  if (ssrc != sound_stream()) return;
  rtp_[audio_stream].forget_source();
  begin_sound();
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
  const bool something_comes = std::ranges::any_of(rtp_, [](const auto& s) { return s.ssrc().has_value(); });
  if (something_comes && last_sample_.time != LocalTime{} && seconds > 0) {
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
  if (sound_.stats().packets > 0) {
    out.audio_packets_received = static_cast<double>(sound_.stats().packets);
    out.audio_packets_lost = static_cast<double>(sound_.stats().lost);
  }
  if (!features_.mends_losses()) return;
  out.nack_count = static_cast<double>(video_.requester().stats().asked);
  out.unwanted_retransmissions = static_cast<double>(video_.unwanted_retransmissions());
  out.repair_packets_received = static_cast<double>(stats_.repair_packets);
  out.repair_packets_discarded = static_cast<double>(video_.repair().stats().discarded);
  out.packets_repaired = static_cast<double>(video_.repair().stats().recovered);
}

}  // namespace evenkeel
