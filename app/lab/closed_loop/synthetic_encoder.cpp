#include "app/lab/closed_loop/synthetic_encoder.h"

#include <algorithm>
#include <cmath>

#include "codecs/vp8_header.h"

namespace evenkeel {
namespace {

// Larger deviations would make a frame interval or size zero. Symmetric, so that the mean stays at zero.
constexpr double largest_deviation = 0.95;

}  // namespace

SyntheticEncoder::SyntheticEncoder(const SyntheticEncoderConfig& config)
    : config_(config),
      random_(config.seed),
      wanted_(clipped(config.target)),
      rate_(wanted_),
      next_reaction_(config.start),
      next_frame_(config.start) {}

std::optional<EncodedFrame> SyntheticEncoder::poll(LocalTime now) {
  if (now < next_frame_) return std::nullopt;
  // A camera that was not polled for long offers one picture, not all that it took since.
  const LocalTime due = std::max(next_frame_, now - from_seconds(1 / config_.frames_per_second));
  react(due);
  EncodedFrame frame;
  frame.key_frame = key_frame_;
  frame.capture_time = due;
  frame.width = config_.width;
  frame.height = config_.height;
  frame.data.resize(static_cast<std::size_t>(next_size().bytes()));
  write_vp8_header(frame.data, key_frame_, config_.width, config_.height);
  key_frame_ = false;
  next_frame_ = due + next_interval();
  return frame;
}

void SyntheticEncoder::set_target(DataRate media, LocalTime now) {
  wanted_ = clipped(media);
  react(now);
}

// Section 5.1. The RFC ignores targets during the dead time; we apply the last one afterwards, so that a controller
// that sets its target once is heard.
void SyntheticEncoder::react(LocalTime now) {
  if (wanted_ == rate_ || now < next_reaction_) return;
  burst_ = burst_ || std::abs(wanted_ / rate_ - 1) > config_.burst_threshold;
  rate_ = wanted_;
  next_reaction_ = now + config_.reaction;
}

DataRate SyntheticEncoder::clipped(DataRate target) const {
  return std::clamp(target, config_.min_rate, config_.max_rate);
}

double SyntheticEncoder::reference_size() const { return rate_.bytes_per_second() / config_.frames_per_second; }

// Sections 5.2 and 5.3. The frames after a large one share its excess; none shrinks by more than half.
DataSize SyntheticEncoder::next_size() {
  const double reference = reference_size();
  const bool burst = burst_ && debt_frames_ == 0;  // a burst is not interrupted by another
  double size = 0;
  if (key_frame_ || burst) {
    size = large_frame();
    burst_ = false;
  } else {
    const double saved = std::min(debt_ / std::max(1, debt_frames_), reference / 2);
    debt_ -= saved;
    debt_frames_ = std::max(0, debt_frames_ - 1);
    size = (reference - saved) * (1 + deviation(config_.size_scale));
  }
  return bytes(std::max<std::int64_t>(vp8_key_frame_header_size, std::llround(size)));
}

// K_B, but at most half of the burst's total: at a low rate a real encoder's pictures are small, too.
double SyntheticEncoder::large_frame() {
  const double reference = reference_size();
  const double maximum = reference * config_.burst_frames / 2;
  const double size = std::max(reference, std::min(static_cast<double>(config_.burst_size.bytes()), maximum));
  debt_ += size - reference;
  debt_frames_ = config_.burst_frames - 1;
  return size;
}

// By the inverse of the distribution function; distributions of standard libraries differ.
double SyntheticEncoder::deviation(double scale) {
  if (scale <= 0) return 0;
  for (;;) {
    const double u = static_cast<double>(random_() >> 11) * 0x1p-53 - 0.5;
    const double x = std::copysign(scale * std::log1p(-2 * std::abs(u)), -u);
    if (std::abs(x) < largest_deviation) return x;
  }
}

Duration SyntheticEncoder::next_interval() {
  return from_seconds((1 + deviation(config_.interval_scale)) / config_.frames_per_second);
}

}  // namespace evenkeel
