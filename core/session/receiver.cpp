#include "core/session/receiver.h"

#include <algorithm>

#include "core/rtp/ntp.h"
#include "core/rtp/payload_type.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel {
namespace {

constexpr Duration regular_interval = 500ms;       // of reports while nothing comes: greetings, and proof of life
constexpr Duration least_feedback_interval = 5ms;  // paths on one machine
constexpr Duration source_silence = 1s;            // after which another source may take the stream over
constexpr Duration least_key_frame_interval = 300ms;
constexpr std::size_t most_metrics = 480;  // of 2 bytes: a report fits into one packet

DataSize on_wire(std::size_t datagram, const ReceiverConfig& config) {
  return bytes(static_cast<std::int64_t>(datagram)) + config.ip_overhead;
}

}  // namespace

Receiver::Receiver(const ReceiverConfig& config, LocalTime now)
    : config_(config),
      assembler_(config.assembler),
      last_report_(now - regular_interval),
      last_compound_(last_report_) {}

void Receiver::on_new_peer() {
  stream_.reset();
  key_frame_wanted_ = false;
  last_key_frame_request_.reset();
}

bool Receiver::is_our_stream(std::uint32_t ssrc, LocalTime now) {
  if (stream_ == ssrc) return true;
  // RTP sources can be forged by whoever guesses the address: one that is heard is not displaced.
  if (stream_ && now < last_packet_ + source_silence) return false;
  stream_ = ssrc;
  last_key_frame_request_ = now;  // streams begin with a key frame: it has some time to come in
  assembler_.reset();
  feedback_.reset();
  reception_.reset();
  order_.reset();
  return true;
}

// A stray number far ahead is none, nor does it hide those that follow.
bool Receiver::is_behind_hole(std::uint16_t sequence) {
  const auto before = order_.highest();
  const auto unwrapped = order_.accept(sequence);
  return before && unwrapped && !order_.restarted() && *unwrapped > *before + 1;
}

void Receiver::on_rtp(std::span<const std::uint8_t> datagram, LocalTime arrival, LocalTime now, std::uint8_t ecn) {
  auto packet = parse_rtp(datagram);
  const bool padding = packet && packet->header.payload_type == padding_payload_type;
  if (!packet || (!padding && packet->header.payload_type != config_.payload_type)) {
    ++stats_.malformed;
    return;
  }
  if (!is_our_stream(packet->header.ssrc, now)) {
    ++stats_.foreign;
    return;
  }
  last_packet_ = now;
  ++stats_.packets;
  if (padding) ++stats_.padding_packets;
  const DataSize wire = on_wire(datagram.size(), config_);
  stats_.wire_bytes += wire.bytes();
  budget_.on_received(wire);
  const std::uint16_t sequence = packet->header.sequence_number;
  if (is_behind_hole(sequence)) report_at_once_ = true;  // the sender is to know of it at once (ARC, section 3.2)
  feedback_.on_packet(sequence, arrival, ecn);
  reception_.on_packet(sequence, packet->header.timestamp, arrival);
  // Whatever it is filled with: to the assembler it is a sequence number that holds nothing of a frame.
  if (padding) packet->payload = {};
  assembler_.on_packet(*packet, arrival);
}

void Receiver::on_rtcp(const RtcpCompound& rtcp, LocalTime arrival) {
  if (rtcp.sender_info && rtcp.sender_ssrc == stream_) {
    reception_.on_sender_report(static_cast<std::uint32_t>(rtcp.sender_info->ntp >> 16), arrival);
  }
  const bool left = std::any_of(rtcp.byes.begin(), rtcp.byes.end(), [&](auto ssrc) { return ssrc == stream_; });
  if (left) on_new_peer();
}

std::optional<ReceivedFrame> Receiver::poll_frame(LocalTime now) {
  auto frame = assembler_.poll(now);
  if (frame && frame->key_frame) key_frame_wanted_ = false;
  return frame;
}

Duration Receiver::feedback_interval() const {
  const Duration rtt = round_trip_time_.value_or(config_.feedback_interval);
  return std::max(least_feedback_interval, std::min(rtt, config_.feedback_interval));
}

LocalTime Receiver::feedback_due() const {
  if (!stream_ || feedback_.pending() == 0 || !budget_.allows()) return last_report_ + regular_interval;
  if (feedback_.is_incomplete() || feedback_.pending() >= config_.feedback_packets) return last_report_;
  if (report_at_once_) return last_report_ + least_feedback_interval;
  return last_report_ + feedback_interval();
}

bool Receiver::wants_key_frame() const {
  return stream_ && config_.wants_frames && (key_frame_wanted_ || assembler_.needs_key_frame());
}

Duration Receiver::key_frame_interval() const {
  // A key frame takes a round trip to come, and some time to be sent; asked for sooner, two would come.
  return std::max(least_key_frame_interval, round_trip_time_.value_or(Duration::zero()) + 100ms);
}

std::optional<std::span<const std::uint8_t>> Receiver::poll(LocalTime now) {
  const bool may_ask = !last_key_frame_request_ || now >= *last_key_frame_request_ + key_frame_interval();
  const bool ask = wants_key_frame() && may_ask;
  if (!ask && now < feedback_due()) return std::nullopt;
  if (ask) {
    last_key_frame_request_ = now;
    ++stats_.key_frames_asked;
  }
  const auto report = write_report(now, ask);
  last_report_ = now;
  report_at_once_ = false;
  const DataSize wire = on_wire(report.size(), config_);
  stats_.report_bytes += wire.bytes();
  budget_.on_sent(wire);
  return report;
}

LocalTime Receiver::next_wake() const {
  LocalTime wake = feedback_due();
  if (const auto t = assembler_.next_wake()) wake = std::min(wake, *t);
  if (wants_key_frame()) {
    wake = std::min(wake, last_key_frame_request_ ? *last_key_frame_request_ + key_frame_interval() : last_report_);
  }
  return wake;
}

// Greetings, proof of life, and from time to time between feedback.
bool Receiver::wants_compound(LocalTime now) const {
  return !stream_ || !token_.empty() || now >= last_compound_ + regular_interval;
}

std::span<const std::uint8_t> Receiver::write_report(LocalTime now, bool with_pli) {
  RtcpWriter writer(buffer_);
  if (wants_compound(now)) write_compound(writer, now);
  if (with_pli) writer.picture_loss({config_.ssrc, *stream_});
  message_.streams.resize(1);
  if (stream_ && feedback_.report(*stream_, now, most_metrics, message_.streams[0])) {
    message_.sender_ssrc = config_.ssrc;
    message_.report_timestamp = to_ntp_middle(now);
    writer.congestion_feedback(message_);
  }
  return std::span(buffer_).first(writer.size());
}

void Receiver::write_compound(RtcpWriter& writer, LocalTime now) {
  last_compound_ = now;
  if (stream_) {
    const ReportBlock block = reception_.report(*stream_, now);
    writer.receiver_report(config_.ssrc, std::span(&block, 1));
  } else {
    writer.receiver_report(config_.ssrc, {});
  }
  writer.source_description(config_.ssrc, config_.cname, config_.clock_id, {.token = token_, .echo = {}});
}

std::span<const std::uint8_t> Receiver::write_greeting(const AddressProof& proof) {
  RtcpWriter writer(buffer_);
  writer.receiver_report(config_.ssrc, {});
  writer.source_description(config_.ssrc, config_.cname, config_.clock_id, proof);
  return std::span(buffer_).first(writer.size());
}

std::span<const std::uint8_t> Receiver::write_bye() {
  RtcpWriter writer(buffer_);
  writer.receiver_report(config_.ssrc, {});
  writer.source_description(config_.ssrc, config_.cname, config_.clock_id);
  writer.bye(config_.ssrc);
  return std::span(buffer_).first(writer.size());
}

void Receiver::sample(LocalTime now, Sample& out) {
  const Snapshot current{now, stats_.wire_bytes, stats_.report_bytes};
  const double seconds = to_seconds(now - last_sample_.time);
  if (stream_ && last_sample_.time != LocalTime{} && seconds > 0) {
    out.receive_bitrate_bps = 8 * static_cast<double>(current.bytes - last_sample_.bytes) / seconds;
    out.report_bitrate_bps = 8 * static_cast<double>(current.report_bytes - last_sample_.report_bytes) / seconds;
  }
  last_sample_ = current;
  const FrameAssemblerStats& frames = assembler_.stats();
  out.frames_received = static_cast<double>(frames.frames_completed + frames.frames_undecodable);
  out.frames_dropped = static_cast<double>(frames.frames_lost + frames.frames_undecodable);
  out.pli_count = static_cast<double>(stats_.key_frames_asked);
}

}  // namespace evenkeel
