#include "app/call/video_player.h"

#include <algorithm>

#include "app/capture/time_stamp.h"
#include "core/net/clock.h"
#include "core/rtp/ntp.h"

namespace evenkeel {
namespace {

constexpr Duration longest_pause = 50ms;
constexpr Duration longest_rest = 100ms;         // while nobody is there: a row is due each 100 ms
constexpr Duration pool_timeout = 2s;            // without a frame, the memory of pictures is given back
constexpr std::size_t picture_ring_size = 4096;  // two minutes at 30 pictures a second
constexpr Duration plausible_delay = 10s;        // above it the two clocks must differ

}  // namespace

VideoPlayer::VideoPlayer(const Config& config, std::unique_ptr<VideoDecoder> decoder, NetworkThread& network,
                         Callbacks callbacks)
    : config_(config),
      decoder_(std::move(decoder)),
      network_(network),
      callbacks_(std::move(callbacks)),
      pictures_(config.records_pictures ? picture_ring_size : 1),
      grid_(config.run_start),
      playout_limits_(config.playout),
      thread_([this] { run(); }) {}

VideoPlayer::~VideoPlayer() { stop(); }

void VideoPlayer::stop() {
  stop_ = true;
  network_.frames().close();  // ends the wait
  if (thread_.joinable()) thread_.join();
}

void VideoPlayer::set_playout(const PlayoutLimits& limits) {
  const std::lock_guard lock(playout_mutex_);
  playout_limits_ = limits;
}

void VideoPlayer::apply_playout() {
  const std::lock_guard lock(playout_mutex_);
  playout_.set_limits(playout_limits_);
}

// Until the next row where nobody calls: what comes ends the wait.
Duration VideoPlayer::longest_wait() const {
  const CallState state = network_.state();
  if (state == CallState::in_call) return longest_pause;
  return state == CallState::waiting ? grid_.next(true) - monotonic_now() : longest_rest;
}

void VideoPlayer::run() {
  while (!stop_) {
    Duration wait = longest_wait();
    if (const auto due = waiting_.next_due()) wait = std::clamp(Duration(*due - monotonic_now()), 0ns, wait);
    if (const auto frame = network_.frames().pop(wait)) decode(*frame);
    decode_waiting();
    show_due();
    if (monotonic_now() - last_frame_ > pool_timeout) pool_.give_back();
    if (network_.state() != CallState::in_call) rest();
    take_sample();
  }
}

// Nobody is there: no freeze and no size is told from the last picture of a call.
void VideoPlayer::rest() {
  freezes_.interrupt();
  width_ = height_ = 0;
}

// What came together after a hitch. No more than that: what comes meanwhile must not keep pictures from the screen.
void VideoPlayer::decode_waiting() {
  for (std::size_t left = network_.frames().size(); left > 0; --left) {
    if (const auto frame = network_.frames().try_pop()) decode(*frame);
  }
}

void VideoPlayer::decode(const ReceivedFrame& frame) {
  if (callbacks_.on_frame) callbacks_.on_frame(frame);
  auto picture = pool_.take(width_, height_);
  const LocalTime begin = monotonic_now();
  last_frame_ = begin;
  if (!decoder_->decode(frame.data, *picture)) return on_undecoded();
  total_decode_time_ += monotonic_now() - begin;
  ++frames_decoded_;
  width_ = picture->width;
  height_ = picture->height;
  apply_playout();
  playout_.set_extra_delay(network_.sync().picture_hold());
  const LocalTime show_at = playout_.show_at(frame.rtp_timestamp, frame.completed, frame.recovered);
  waiting_.push({std::move(picture), frame.completed, frame.capture_ntp, frame.rtp_timestamp, frame.recovered},
                show_at);
  drop_overtaken();  // their memory takes the next pictures
}

// Where pictures are too large another key frame would be so too.
void VideoPlayer::on_undecoded() {
  if (const auto refused = decoder_->refused()) {
    refused_ = *refused;
  } else {
    network_.request_key_frame();
  }
}

std::optional<PictureSize> VideoPlayer::refused_picture() const {
  const PictureSize size = refused_.load();
  return size.width > 0 ? std::optional(size) : std::nullopt;
}

void VideoPlayer::drop_overtaken() {
  while (const auto overtaken = waiting_.take_overtaken(monotonic_now())) {
    ++overtaken_;
    if (config_.records_pictures) record(*overtaken, find_captured(*overtaken), std::nullopt);
  }
}

void VideoPlayer::show_due() {
  drop_overtaken();
  if (const auto due = waiting_.take_due(monotonic_now())) show(*due);
}

void VideoPlayer::show(const Waiting& waiting) {
  if (callbacks_.on_picture) callbacks_.on_picture(waiting.picture, waiting.rtp_timestamp, monotonic_now());
  const LocalTime now = monotonic_now();
  network_.sync().on_shown(waiting.rtp_timestamp, now);
  freezes_.on_shown(now);
  hold_.add(to_milliseconds(now - waiting.completed));
  shown_.on_event(now);
  const auto captured = find_captured(waiting);
  measure(captured, now);
  if (config_.records_pictures) record(waiting, captured, now);
}

/// A time stamp drawn into the picture covers the whole way from capture to screen. Without one, the capture time in
/// the RTP header extension counts, if both ends read the same clock.
std::optional<LocalTime> VideoPlayer::find_captured(const Waiting& waiting) const {
  if (!network_.same_clock()) return std::nullopt;
  if (const auto stamp = read_time(*waiting.picture)) return stamp;
  if (!waiting.capture_ntp) return std::nullopt;
  return LocalTime(from_ntp_units(static_cast<std::int64_t>(*waiting.capture_ntp >> 16)));
}

void VideoPlayer::measure(const std::optional<LocalTime>& captured, LocalTime now) {
  if (!captured) return;
  const Duration delay = now - *captured;
  if (delay < Duration::zero() || delay > plausible_delay) return;
  delays_.add(to_milliseconds(delay));
  delay_.add(to_milliseconds(delay));
}

void VideoPlayer::record(const Waiting& waiting, std::optional<LocalTime> captured, std::optional<LocalTime> shown) {
  PictureRecord record{config_.flow,      waiting.rtp_timestamp, std::nullopt, waiting.completed - config_.run_start,
                       waiting.recovered, std::nullopt};
  if (captured) record.captured = *captured - config_.run_start;
  if (shown) record.shown = *shown - config_.run_start;
  pictures_.push(record);
}

void VideoPlayer::take_sample() {
  const LocalTime now = monotonic_now();
  const auto time = grid_.due(now, network_.state() == CallState::waiting);
  if (!time) return;
  Sample sample;
  sample.time = *time;
  sample.flow = config_.flow;
  sample.frames_decoded = frames_decoded_;
  sample.total_decode_time_s = to_seconds(total_decode_time_);
  sample.pictures_overtaken = overtaken_;
  if (config_.reports_pictures && width_ > 0) {
    sample.frame_width = width_;
    sample.frame_height = height_;
    sample.frames_per_second = shown_.per_second(now);
  }
  sample.freeze_count = freezes_.freezes();
  sample.total_freezes_duration_s = to_seconds(freezes_.total_freezes());
  sample.total_inter_frame_delay_s = to_seconds(freezes_.total_intervals());
  if (const auto longest = freezes_.take_longest()) sample.longest_frame_interval_ms = to_milliseconds(*longest);
  sample.end_to_end_delay_ms = delay_.take();
  sample.jitter_buffer_delay_ms = hold_.take();
  samples_.push(sample);
}

}  // namespace evenkeel
