#include "core/session/video_receive_stream.h"

#include <algorithm>
#include <utility>

#include "core/rtp/retransmission_packet.h"
#include "core/rtp/sequence_unwrapper.h"
#include "core/session/recovery_parameters.h"

namespace evenkeel {
namespace {

constexpr Duration min_key_frame_interval = 300ms;
constexpr Duration unknown_round_trip = 300ms;  // rather late than twice
constexpr Duration repair_may_take = 100ms;     // behind the hole: nearly all that repair mends is whole by then
constexpr Duration repair_memory = 1s;          // for which more is expected
constexpr int vain_references = 3;              // after which a key frame is asked for

/// The nearest to `reference` of the numbers that end so.
std::int64_t unwrap(std::uint16_t number, std::int64_t reference) {
  SequenceUnwrapper<std::uint16_t> unwrapper;
  unwrapper.set_reference(reference);
  return unwrapper.peek(number);
}

}  // namespace

void VideoReceiveStream::begin(std::uint32_t ssrc, LocalTime now) {
  key_frame_asked_ = now;  // streams begin with a key frame: it has some time to come in
  reference_asked_.reset();
  references_in_vain_ = 0;
  ssrc_ = ssrc;
  assembler_.reset();
  requester_.reset();
  repair_.start(ssrc, format_.video);
}

void VideoReceiveStream::forget_source() {
  key_frame_requested_ = false;
  key_frame_asked_.reset();
  ssrc_.reset();
}

void VideoReceiveStream::set_features(const PeerFeatures& features) {
  config_.features = features;
  set_waits();
}

void VideoReceiveStream::set_round_trip_time(std::optional<Duration> rtt) {
  round_trip_time_ = rtt;
  if (rtt) requester_.set_round_trip_time(*rtt);
  set_waits();
}

void VideoReceiveStream::set_recovery(const RecoveryParameters& parameters) {
  requester_.set_limits(parameters.requests);
  broken_after_ = parameters.broken_after;
}

// Without a descriptor nobody knows what may be passed over: a hole is waited for until what mends it must have come.
void VideoReceiveStream::set_waits() {
  const PeerFeatures& features = config_.features;
  const Duration rtt = std::min<Duration>(round_trip_time_.value_or(unknown_round_trip), 300ms);
  const Duration repair = repair_expected_ ? repair_may_take : Duration::zero();
  set_repair_wait();
  if (!round_trip_time_) requester_.set_round_trip_time(unknown_round_trip);
  assembler_.set_reordering_wait(config_.assembler.reordering_wait + repair +
                                 (features.retransmission ? 2 * rtt : Duration::zero()));
}

// Where the repair that came is too little for what it covers, more than that is needed.
void VideoReceiveStream::set_repair_wait() {
  const bool enough = repair_expected_ && repair_.deficit() == 0;
  requester_.set_repair_wait(enough ? repair_may_take : Duration::zero());
}

// A peer that understands repair need not send any.
void VideoReceiveStream::expect_repair(bool expected) {
  if (std::exchange(repair_expected_, expected) != expected) set_waits();
}

void VideoReceiveStream::on_packet(RtpPacketView packet, std::span<const std::uint8_t> datagram,
                                   const std::optional<TrackedSequence>& sequence, bool padding, LocalTime arrival) {
  if (padding) packet.payload = {};
  missed_.reset();
  expect_repair(arrival < last_repair_ + repair_memory);
  if (sequence) {
    highest_ = sequence->highest;
    if (config_.features.retransmission) missed_ = requester_.on_packet(*sequence, arrival);
    if (config_.features.repair) repair_.on_media(sequence->number, datagram);
  }
  assembler_.on_packet(packet, sequence, arrival);
  if (config_.features.repair) take_repaired(arrival);
}

void VideoReceiveStream::on_retransmission(std::span<const std::uint8_t> datagram, LocalTime arrival) {
  if (!ssrc_ || !config_.features.retransmission) return;
  const std::size_t size = restore_original(datagram, *ssrc_, format_.video, restored_);
  if (size == 0) return;
  const std::span<const std::uint8_t> packet(restored_.data(), size);
  const std::int64_t number = unwrap(rtp_sequence_number(packet), highest_);
  if (!requester_.misses(number)) {
    ++unwanted_;
    return;
  }
  accept(number, packet, PacketOrigin::retransmission, arrival);
  if (!config_.features.repair) return;
  repair_.on_media(number, packet);
  take_repaired(arrival);
}

void VideoReceiveStream::on_repair(std::span<const std::uint8_t> payload, LocalTime arrival) {
  if (!ssrc_ || !config_.features.repair) return;
  last_repair_ = arrival;
  const auto repair = parse_repair(payload);
  if (repair && config_.features.retransmission) {
    const auto last = static_cast<std::uint16_t>(repair->range.base + repair->range.count - 1);
    const std::int64_t number = unwrap(last, highest_);
    if (number <= highest_ + static_cast<std::int64_t>(RepairRange::max_count))
      requester_.on_announced(number, arrival);
  }
  repair_.on_repair(payload, highest_);
  take_repaired(arrival);
}

void VideoReceiveStream::take_repaired(LocalTime arrival) {
  while (const auto repaired = repair_.poll()) {
    accept(repaired->sequence, repaired->bytes, PacketOrigin::repair, arrival);
  }
  set_repair_wait();
}

void VideoReceiveStream::accept(std::int64_t number, std::span<const std::uint8_t> packet, PacketOrigin origin,
                                LocalTime arrival) {
  auto view = parse_rtp(packet);
  if (!view) return;
  translate_extensions(*view, format_);
  requester_.on_recovered(number, arrival);
  const TrackedSequence sequence{number, std::max(highest_, number)};
  assembler_.on_packet(*view, sequence, arrival, origin);
}

std::optional<ReceivedFrame> VideoReceiveStream::poll_frame(LocalTime now) {
  auto frame = assembler_.poll(now);
  if (requester_.take_overflow() && !config_.features.references) key_frame_requested_ = true;
  if (frame) references_in_vain_ = 0;
  if (frame && frame->key_frame) key_frame_requested_ = false;
  if (const auto first = assembler_.first_needed()) requester_.abandon_before(*first);
  return frame;
}

// A key frame takes a round trip to come, and some time to be sent; asked for sooner, two would come. While packets of
// one come it is on its way, however long a slow link takes for it.
std::optional<LocalTime> VideoReceiveStream::key_frame_due() const {
  const bool in_vain = assembler_.waiting() && references_in_vain_ >= vain_references;
  if (!config_.wants_frames || (!key_frame_requested_ && !in_vain && !assembler_.needs_key_frame()))
    return std::nullopt;
  const Duration wait = std::max(min_key_frame_interval, round_trip_time_.value_or(Duration::zero()) + 100ms);
  const LocalTime due = key_frame_asked_ ? *key_frame_asked_ + wait : LocalTime{};
  const auto arriving = assembler_.key_frame_arriving();
  return arriving ? std::max(due, *arriving + wait) : due;
}

// A frame that what mends losses should have brought by now. What is asked for takes a round trip.
std::optional<LocalTime> VideoReceiveStream::reference_due() const {
  const auto waiting = assembler_.waiting();
  if (!config_.wants_frames || !config_.features.references || !waiting) return std::nullopt;
  const Duration rtt = round_trip_time_.value_or(unknown_round_trip);
  const LocalTime due = waiting->since + rtt * 3 / 2 + broken_after_;
  return reference_asked_ ? std::max<LocalTime>(due, *reference_asked_ + rtt + 60ms) : due;
}

std::optional<LocalTime> VideoReceiveStream::feedback_due(LocalTime earliest_request) const {
  std::optional<LocalTime> due;
  const auto consider = [&](std::optional<LocalTime> t) {
    if (t) due = std::min(due.value_or(*t), *t);
  };
  if (!ssrc_) return due;
  consider(key_frame_due());
  consider(reference_due());
  const auto request = requester_.next_wake();
  if (config_.wants_frames && config_.features.retransmission && request)
    consider(std::max(*request, earliest_request));
  return due;
}

VideoFeedback VideoReceiveStream::take_feedback(LocalTime now) {
  VideoFeedback feedback;
  if (!ssrc_) return feedback;
  if (const auto due = key_frame_due(); due && now >= *due) {
    feedback.asks_key_frame = true;
    key_frame_asked_ = now;
    ++key_frames_asked_;
  }
  if (const auto due = reference_due(); due && now >= *due) {
    feedback.broken = assembler_.waiting()->id;
    reference_asked_ = now;
    ++references_asked_;
    ++references_in_vain_;
  }
  if (config_.wants_frames && config_.features.retransmission) feedback.missing = requester_.due(now);
  if (config_.features.references) feedback.acknowledged = assembler_.newest_given_out();
  return feedback;
}

}  // namespace evenkeel
