#include "app/lab/closed_loop/greedy_encoder.h"

#include <algorithm>

#include "codecs/vp8_header.h"

namespace evenkeel {
namespace {

// Below this the source is silent: a queue's length in time becomes meaningless.
constexpr DataRate min_target = kilobits_per_second(1);

}  // namespace

GreedyEncoder::GreedyEncoder(const GreedyEncoderConfig& config)
    : config_(config),
      target_(config.target),
      next_frame_(config.start),
      last_frame_(config.start - config.min_interval),
      queue_time_(config.start) {}

std::optional<EncodedFrame> GreedyEncoder::poll(LocalTime now) {
  if (target_ < min_target) next_frame_ = LocalTime::max();
  if (now < next_frame_) return std::nullopt;
  next_frame_ = now + config_.interval;
  const Duration missing = config_.backlog - queue_at(now);
  if (missing <= Duration::zero()) return std::nullopt;

  const DataSize size = config_.unit * (1 + static_cast<std::int64_t>(missing * target_ / config_.unit));
  queue_ = queue_at(now) + size / target_;
  queue_time_ = last_frame_ = now;
  return frame(size, now);
}

void GreedyEncoder::set_target(DataRate media, LocalTime now) {
  if (target_ < min_target) next_frame_ = std::max(now, last_frame_ + config_.min_interval);
  target_ = media;
}

void GreedyEncoder::on_pacer_queue(Duration queue, LocalTime now) {
  queue_ = queue;
  queue_time_ = now;
  const bool low = target_ >= min_target && queue < config_.backlog / 2;
  if (low) next_frame_ = std::min(next_frame_, std::max(now, last_frame_ + config_.min_interval));
}

Duration GreedyEncoder::queue_at(LocalTime now) const {
  return std::max(Duration::zero(), queue_ - (now - queue_time_));
}

EncodedFrame GreedyEncoder::frame(DataSize size, LocalTime now) {
  EncodedFrame frame;
  frame.key_frame = key_frame_;
  frame.capture_time = now;
  frame.width = config_.width;
  frame.height = config_.height;
  frame.data.resize(std::max(vp8_key_frame_header_size, static_cast<std::size_t>(size.bytes())));
  write_vp8_header(frame.data, key_frame_, config_.width, config_.height);
  key_frame_ = false;
  return frame;
}

}  // namespace evenkeel
