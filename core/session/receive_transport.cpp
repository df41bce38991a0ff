#include "core/session/receive_transport.h"

#include <algorithm>

#include "core/rtp/ntp.h"

namespace evenkeel {
namespace {

constexpr Duration regular_interval = 500ms;     // of reports while nothing comes, and of compound packets
constexpr Duration min_feedback_interval = 5ms;  // paths on one machine
constexpr std::size_t max_metrics = 480;         // of 2 bytes: a report fits into one packet

}  // namespace

ReceiveTransport::ReceiveTransport(const ReceiveTransportConfig& config, LocalTime now)
    : config_(config), last_report_(now - regular_interval), last_compound_(last_report_) {}

void ReceiveTransport::on_packet(DataSize wire, bool skips, LocalTime now) {
  budget_.on_received(wire, now);
  if (now >= last_packet_ + regular_interval) resumed_ = true;
  last_packet_ = now;
  if (skips) report_at_once_ = true;  // the sender is to know of it at once (ARC, section 3.2)
}

Duration ReceiveTransport::feedback_interval() const {
  const Duration rtt = round_trip_time_.value_or(config_.feedback_interval);
  return std::max(min_feedback_interval, std::min(rtt, config_.feedback_interval));
}

LocalTime ReceiveTransport::report_due(const RtpReceiveStream& stream) const {
  if (!stream.has_news() || !budget_.allows()) return last_report_ + regular_interval;
  if (stream.is_incomplete() || stream.pending() >= config_.feedback_packets) return last_report_;
  if (report_at_once_) return last_report_ + min_feedback_interval;
  return last_report_ + feedback_interval();
}

// Greetings, proof of life, and from time to time between feedback; and at once for the circuit breaker of a sender
// that probes a path which was dead.
bool ReceiveTransport::wants_compound(const RtpReceiveStream& stream, LocalTime now) const {
  return !stream.ssrc() || !token_.empty() || !echo_.empty() || resumed_ || now >= last_compound_ + regular_interval;
}

ReceiveTransport::Datagram ReceiveTransport::write_report(RtpReceiveStream& stream, bool asks_key_frame,
                                                          LocalTime now) {
  RtcpWriter writer(buffer_);
  if (wants_compound(stream, now)) write_compound(writer, stream, now);
  if (asks_key_frame) writer.picture_loss({config_.ssrc, *stream.ssrc()});
  message_.streams.resize(1);
  if (stream.feedback(now, max_metrics, message_.streams[0])) {
    message_.sender_ssrc = config_.ssrc;
    message_.report_timestamp = to_ntp_middle(now);
    writer.congestion_feedback(message_);
  }
  last_report_ = now;
  report_at_once_ = false;
  const DataSize wire = on_wire(writer.size());
  report_bytes_ += wire.bytes();
  budget_.on_sent(wire);
  return std::span(buffer_).first(writer.size());
}

void ReceiveTransport::write_compound(RtcpWriter& writer, RtpReceiveStream& stream, LocalTime now) {
  last_compound_ = now;
  resumed_ = false;
  if (stream.ssrc()) {
    const ReportBlock block = stream.report_block(now);
    writer.receiver_report(config_.ssrc, std::span(&block, 1));
  } else {
    writer.receiver_report(config_.ssrc, {});
  }
  writer.source_description(config_.ssrc, config_.cname, config_.clock_id, {.token = token_, .echo = echo_});
}

ReceiveTransport::Datagram ReceiveTransport::write_greeting(const AddressProof& proof) {
  RtcpWriter writer(buffer_);
  writer.receiver_report(config_.ssrc, {});
  writer.source_description(config_.ssrc, config_.cname, config_.clock_id, proof);
  return std::span(buffer_).first(writer.size());
}

ReceiveTransport::Datagram ReceiveTransport::write_bye() {
  RtcpWriter writer(buffer_);
  writer.receiver_report(config_.ssrc, {});
  writer.source_description(config_.ssrc, config_.cname, config_.clock_id);
  writer.bye(config_.ssrc);
  return std::span(buffer_).first(writer.size());
}

}  // namespace evenkeel
