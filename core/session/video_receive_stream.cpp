#include "core/session/video_receive_stream.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr Duration min_key_frame_interval = 300ms;

}  // namespace

void VideoReceiveStream::begin(LocalTime now) {
  last_asked_ = now;  // streams begin with a key frame: it has some time to come in
  assembler_.reset();
}

void VideoReceiveStream::forget_source() {
  requested_ = false;
  last_asked_.reset();
}

void VideoReceiveStream::on_packet(RtpPacketView packet, const std::optional<TrackedSequence>& sequence, bool padding,
                                   LocalTime arrival) {
  if (padding) packet.payload = {};
  assembler_.on_packet(packet, sequence, arrival);
}

std::optional<ReceivedFrame> VideoReceiveStream::poll_frame(LocalTime now) {
  auto frame = assembler_.poll(now);
  if (frame && frame->key_frame) requested_ = false;
  return frame;
}

std::optional<LocalTime> VideoReceiveStream::key_frame_due(std::optional<Duration> round_trip_time) const {
  if (!wants_frames_ || (!requested_ && !assembler_.needs_key_frame())) return std::nullopt;
  if (!last_asked_) return LocalTime{};
  // A key frame takes a round trip to come, and some time to be sent; asked for sooner, two would come.
  return *last_asked_ + std::max(min_key_frame_interval, round_trip_time.value_or(Duration::zero()) + 100ms);
}

void VideoReceiveStream::on_key_frame_asked(LocalTime now) {
  last_asked_ = now;
  ++asked_;
}

}  // namespace evenkeel
