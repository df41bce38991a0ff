#include "app/call/video_sender.h"

#include <utility>

#include "core/net/clock.h"

namespace evenkeel {
namespace {

std::optional<std::uint16_t> frame_id(std::int32_t id) {
  if (id == SenderSignals::no_frame) return std::nullopt;
  return static_cast<std::uint16_t>(id);
}

ReferenceFeedback reference_feedback(SenderSignals& signals) {
  return {frame_id(signals.acknowledged), frame_id(signals.broken.exchange(SenderSignals::no_frame)),
          Duration(signals.round_trip_ns)};
}

}  // namespace

VideoSender::VideoSender(FlowName flow, LocalTime run_start, std::unique_ptr<VideoEncoder> encoder, PacerThread& pacer,
                         Encoded on_encoded)
    : flow_(flow),
      encoder_(std::move(encoder)),
      pacer_(pacer),
      on_encoded_(std::move(on_encoded)),
      grid_(run_start),
      thread_([this] { run(); }) {}

VideoSender::~VideoSender() { stop(); }

void VideoSender::stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  picture_came_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void VideoSender::on_picture(std::shared_ptr<const Picture> picture) {
  {
    const std::lock_guard lock(mutex_);
    picture_ = std::move(picture);
  }
  picture_came_.notify_one();
}

std::shared_ptr<const Picture> VideoSender::next_picture() {
  std::unique_lock lock(mutex_);
  picture_came_.wait(lock, [this] { return stop_ || picture_; });
  return stop_ ? nullptr : std::exchange(picture_, nullptr);
}

void VideoSender::run() {
  while (const auto picture = next_picture()) {
    const SenderSignals& signals = pacer_.signals();
    if (signals.running && !signals.video_paused) encode(*picture);
    take_sample();
  }
}

void VideoSender::encode(const Picture& picture) {
  SenderSignals& signals = pacer_.signals();
  if (Duration(signals.pacer_queue_ns.load()) > longest_pacer_queue) {
    ++frames_skipped_;
    return;
  }
  if (const int call = signals.calls; std::exchange(call_, call) != call) encoder_->restart();
  encoder_->set_target(bits_per_second(signals.media_target_bps));
  encoder_->set_references(signals.references);
  encoder_->on_reference_feedback(reference_feedback(signals));
  if (signals.key_frame_wanted.exchange(false)) encoder_->request_key_frame();
  EncodedFrame frame;
  if (!timed_encode(picture, frame)) return;
  if (on_encoded_) on_encoded_(frame);
  if (pacer_.push_frame(std::move(frame))) return;
  ++frames_lost_;
  encoder_->request_key_frame();
}

bool VideoSender::timed_encode(const Picture& picture, EncodedFrame& out) {
  const LocalTime begin = monotonic_now();
  if (!encoder_->encode(picture, out)) return false;
  const LocalTime end = monotonic_now();
  capture_wait_.add(to_milliseconds(begin - picture.capture_time));
  total_encode_time_ += end - begin;
  encoded_.on_event(end);
  return true;
}

void VideoSender::take_sample() {
  const LocalTime now = monotonic_now();
  const auto time = grid_.due(now, pacer_.signals().nobody_calls);
  if (!time) return;
  Sample sample;
  sample.time = *time;
  sample.flow = flow_;
  const EncoderState state = encoder_->state();
  if (state.frames_encoded > 0 && pacer_.signals().in_call) {
    sample.frame_width = state.width;
    sample.frame_height = state.height;
    sample.quantizer = state.quantizer;
    sample.frames_per_second = encoded_.per_second(now);
    if (pacer_.signals().references) sample.reference_jumps = state.reference_jumps;
  }
  sample.frames_encoded = state.frames_encoded;
  sample.total_encode_time_s = to_seconds(total_encode_time_);
  sample.capture_wait_ms = capture_wait_.take();
  sample.key_frames_encoded = state.key_frames_encoded;
  sample.frames_skipped = frames_skipped_ + state.frames_skipped;
  samples_.push(sample);
}

}  // namespace evenkeel
