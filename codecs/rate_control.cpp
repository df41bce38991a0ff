#include "codecs/rate_control.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace evenkeel {

void RateCorrector::on_frame(DataSize size, Duration interval, DataRate target, QuantizerBound bound) {
  const Duration granted = std::clamp(interval, Duration::zero(), config_.longest_interval);
  const double kept = std::exp(-to_seconds(granted) / to_seconds(config_.memory));
  excess_ = excess_ * kept + static_cast<double>(size.bits()) / target.bps() - to_seconds(granted);
  // A larger excess could not correct more, and would only delay the return.
  const double most = config_.largest / config_.gain;
  excess_ = std::clamp(excess_, -most, most);
  // Bits that simple content left unused must not be spent once it gets complex. And what complex content exceeded at
  // the coarsest quantizer the encoder cannot save; that is for the resolution ladder.
  if (bound == QuantizerBound::finest) excess_ = std::max(excess_, 0.0);
  if (bound == QuantizerBound::coarsest) excess_ = std::min(excess_, most / 2);
}

DataRate RateCorrector::corrected(DataRate target) const { return target * (1 - config_.gain * excess_); }

bool FrameThinner::pass(LocalTime capture_time, double max_per_second) {
  const bool first = !started_;
  measure(capture_time);
  every_ = std::max(1, static_cast<int>(std::lround(1 / (to_seconds(input_interval_) * max_per_second))));
  if (!first && ++left_out_ < every_) return false;
  left_out_ = 0;
  return true;
}

// The mean of the middle half: neither jitter nor a pause moves it much.
void FrameThinner::measure(LocalTime capture_time) {
  if (started_) {
    intervals_[intervals_known_++ % intervals_.size()] = std::clamp<Duration>(capture_time - last_, 4ms, 1s);
    auto sorted = intervals_;
    const std::size_t count = std::min(intervals_known_, sorted.size());
    std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count));
    const auto from = sorted.begin() + static_cast<std::ptrdiff_t>(count / 4);
    const auto to = sorted.begin() + static_cast<std::ptrdiff_t>(count - count / 4);
    input_interval_ = std::accumulate(from, to, Duration::zero()) / (to - from);
  }
  started_ = true;
  last_ = capture_time;
}

}  // namespace evenkeel
