#include "core/session/receive_transport.h"

#include <algorithm>

#include "core/rtp/extensions.h"
#include "core/rtp/ntp.h"

namespace evenkeel {
namespace {

constexpr Duration regular_interval = 500ms;     // of reports while nothing comes, and of compound packets
constexpr Duration unknown_round_trip = 300ms;   // bounds what is waited for
constexpr Duration min_feedback_interval = 5ms;  // paths on one machine
// Of 2 bytes each: a report fits into one packet, also beside requests for 48 packets.
constexpr std::size_t max_metrics = 480;
constexpr std::size_t max_metrics_beside_others = 190;
constexpr std::size_t max_transport_wide = 240;
constexpr std::size_t max_other_metrics = 40;

std::uint8_t low_6(std::uint16_t id) { return static_cast<std::uint8_t>(id & 0x3F); }

}  // namespace

ReceiveTransport::ReceiveTransport(const ReceiveTransportConfig& config, LocalTime now)
    : config_(config), last_report_(now - regular_interval), last_compound_(last_report_) {}

void ReceiveTransport::set_format(const MediaFormat& format) {
  format_ = format;
  transport_wide_.reset();
}

void ReceiveTransport::on_numbered(std::span<const std::uint8_t> element, LocalTime arrival) {
  if (const auto number = decode_transport_wide_number(element)) transport_wide_.on_packet(*number, arrival);
}

void ReceiveTransport::on_packet(DataSize wire, const std::optional<TrackedSequence>& sequence, LocalTime now) {
  budget_.on_received(wire, now);
  if (now >= last_packet_ + regular_interval) resumed_ = true;
  last_packet_ = now;
  if (sequence) follow_holes(*sequence, now);
}

// The sender is to know of a loss at once (ARC, section 3.2), but not of a packet that others have overtaken.
void ReceiveTransport::follow_holes(const TrackedSequence& sequence, LocalTime now) {
  if (sequence.late_by) on_reordered(*sequence.late_by, now);
  if (sequence.skipped > 0) {
    holes_ += sequence.skipped;
    if (!hole_since_) hole_since_ = now;
  } else if (sequence.late_by && hole_since_ && --holes_ <= 0) {
    holes_ = 0;
    hole_since_.reset();
  }
}

Duration ReceiveTransport::feedback_interval() const {
  const Duration rtt = round_trip_time().value_or(config_.feedback_interval);
  return std::max(min_feedback_interval, std::min(rtt, config_.feedback_interval));
}

void ReceiveTransport::on_reordered(Duration extent, LocalTime now) {
  reordering_.set_round_trip_time(0s, round_trip_time().value_or(unknown_round_trip));
  reordering_.on_reordered(extent, now);
}

// The round trip may be another one since then.
Duration ReceiveTransport::reordering(LocalTime now) const {
  return std::min(reordering_.length(now), round_trip_time().value_or(unknown_round_trip));
}

void ReceiveTransport::forget_path() {
  reference_times_.reset();
  reordering_.reset();
  holes_ = 0;
  hole_since_.reset();
}

LocalTime ReceiveTransport::earliest_request() const {
  return last_report_ + (budget_.allows() ? min_feedback_interval : feedback_interval());
}

ReceiveTransport::Untold ReceiveTransport::untold(std::span<const RtpReceiveStream> streams) const {
  if (format_.feedback == ArrivalFeedback::none) return {};
  if (format_.feedback == ArrivalFeedback::transport_wide) {
    return {transport_wide_.pending(), transport_wide_.is_incomplete()};
  }
  Untold all;
  for (const RtpReceiveStream& stream : streams) {
    all.packets += stream.pending();
    all.incomplete |= stream.is_incomplete();
  }
  return all;
}

LocalTime ReceiveTransport::report_due(std::span<const RtpReceiveStream> streams) const {
  const auto [pending, incomplete] = untold(streams);
  if (pending == 0 || !budget_.allows()) return last_report_ + regular_interval;
  if (incomplete || pending >= config_.feedback_packets) return last_report_;
  const LocalTime due = last_report_ + feedback_interval();
  if (!hole_since_) return due;
  return std::min(due, std::max(last_report_ + min_feedback_interval, *hole_since_ + reordering(*hole_since_)));
}

void ReceiveTransport::on_reference_time_answer(const ReferenceTimeAnswer& answer, LocalTime arrival) {
  if (answer.receiver_ssrc != config_.ssrc) return;
  ReferenceTimeAnswer ours = answer;
  ours.last_rr = config_.ntp_clock.read_middle(answer.last_rr);
  reference_times_.on_answer(ours, arrival);
}

std::optional<Duration> ReceiveTransport::round_trip_time() const {
  return told_round_trip_time_ ? told_round_trip_time_ : reference_times_.round_trip_time().smoothed();
}

std::optional<Duration> ReceiveTransport::measured_round_trip_time() const {
  return told_round_trip_time_ ? std::nullopt : reference_times_.round_trip_time().latest();
}

bool ReceiveTransport::asks_round_trip(LocalTime now) const {
  return config_.measures_round_trip && !told_round_trip_time_ && reference_times_.due(now);
}

// Greetings, proof of life, and from time to time between feedback; and at once for the circuit breaker of a sender
// that probes a path which was dead.
bool ReceiveTransport::wants_compound(std::span<const RtpReceiveStream> streams, LocalTime now) const {
  const bool something_comes =
      std::ranges::any_of(streams, [](const auto& stream) { return stream.ssrc().has_value(); });
  return !format_.reduced_size_reports || !something_comes || !token_.empty() || !echo_.empty() || resumed_ ||
         records_.untold() || shows_screen_.untold() || now >= last_compound_ + regular_interval;
}

ReceiveTransport::Datagram ReceiveTransport::write_report(std::span<RtpReceiveStream> streams,
                                                          const VideoFeedback& video, LocalTime now) {
  RtcpWriter writer(buffer_);
  const bool asks = asks_round_trip(now);
  if (asks || wants_compound(streams, now)) write_compound(writer, streams, now);
  if (const auto ssrc = streams.front().ssrc()) write_video_feedback(writer, *ssrc, video);
  if (format_.feedback == ArrivalFeedback::congestion) write_arrivals(writer, streams, !video.missing.empty(), now);
  if (format_.feedback == ArrivalFeedback::transport_wide) {
    write_transport_wide(writer, streams.front().ssrc().value_or(0));
  }
  if (asks) writer.reference_time(reference_time(now));  // last: what else there is has the room
  last_report_ = now;
  holes_ = 0;
  hole_since_.reset();
  const DataSize wire = on_wire(writer.size());
  report_bytes_ += wire.bytes();
  budget_.on_sent(wire);
  return std::span(buffer_).first(writer.size());
}

ReferenceTime ReceiveTransport::reference_time(LocalTime now) {
  reference_times_.ask(now);
  return {config_.ssrc, config_.ntp_clock.write(now)};
}

void ReceiveTransport::write_compound(RtcpWriter& writer, std::span<RtpReceiveStream> streams, LocalTime now) {
  last_compound_ = now;
  resumed_ = false;
  blocks_.clear();
  for (RtpReceiveStream& stream : streams) {
    if (stream.ssrc()) blocks_.push_back(stream.report_block(now));
  }
  writer.receiver_report(config_.ssrc, blocks_);
  describe(writer, {.token = token_, .echo = echo_}, records_.tell(), shows_screen_.tell());
}

void ReceiveTransport::write_video_feedback(RtcpWriter& writer, std::uint32_t media_ssrc, const VideoFeedback& video) {
  if (video.asks_key_frame) writer.picture_loss({config_.ssrc, media_ssrc});
  if (!video.missing.empty()) {
    nack_.sender_ssrc = config_.ssrc;
    nack_.media_ssrc = media_ssrc;
    nack_.sequence_numbers.assign(video.missing.begin(), video.missing.end());
    writer.nack(nack_);
  }
  if (video.broken) writer.slice_loss({config_.ssrc, media_ssrc, low_6(*video.broken)});
  if (video.acknowledged) {
    const auto picture_id = static_cast<std::uint16_t>(*video.acknowledged & 0x7FFF);
    writer.reference_selection({config_.ssrc, media_ssrc, format_.video, picture_id});
  }
}

// The video is told of in any case; of the other streams what no report or only one has named yet, each at least its
// share of the room and what those before it leave: while the picture pauses, most of what comes stands for it.
void ReceiveTransport::write_arrivals(RtcpWriter& writer, std::span<RtpReceiveStream> streams, bool beside_requests,
                                      LocalTime now) {
  message_.sender_ssrc = config_.ssrc;
  message_.report_timestamp = config_.ntp_clock.write_middle(now);
  message_.streams.resize(streams.size());
  const bool others = std::ranges::any_of(streams.subspan(1), [](const auto& s) { return s.ssrc().has_value(); });
  std::size_t room = others || beside_requests ? max_metrics_beside_others : max_metrics;
  std::size_t count = 0;
  for (RtpReceiveStream& stream : streams) {
    const bool is_video = &stream == &streams.front();
    if (!is_video) room += max_other_metrics;
    if (!is_video && !stream.has_unrepeated()) continue;
    StreamFeedback& told = message_.streams[count];
    if (!stream.feedback(now, room, told)) continue;
    room -= told.metrics.size();
    ++count;
  }
  message_.streams.resize(count);
  if (count > 0) writer.congestion_feedback(message_);
}

void ReceiveTransport::write_transport_wide(RtcpWriter& writer, std::uint32_t media_ssrc) {
  if (!transport_wide_.report(max_transport_wide, transport_wide_message_)) return;
  transport_wide_message_.sender_ssrc = config_.ssrc;
  transport_wide_message_.media_ssrc = media_ssrc;
  writer.transport_wide_feedback(transport_wide_message_);
}

void ReceiveTransport::describe(RtcpWriter& writer, const AddressProof& proof, std::string_view recording,
                                std::string_view screen) const {
  writer.source_description(config_.ssrc, config_.cname, config_.clock_id, proof, config_.features, {}, recording,
                            screen);
}

ReceiveTransport::Datagram ReceiveTransport::write_greeting(const AddressProof& proof) {
  RtcpWriter writer(buffer_);
  writer.receiver_report(config_.ssrc, {});
  describe(writer, proof);
  return std::span(buffer_).first(writer.size());
}

ReceiveTransport::Datagram ReceiveTransport::write_bye() {
  RtcpWriter writer(buffer_);
  writer.receiver_report(config_.ssrc, {});
  describe(writer, {});
  writer.bye(config_.ssrc);
  return std::span(buffer_).first(writer.size());
}

}  // namespace evenkeel
