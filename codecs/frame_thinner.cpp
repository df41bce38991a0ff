#include "codecs/frame_thinner.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace evenkeel {

bool FrameThinner::pass(LocalTime capture_time, double most_per_second) {
  const bool first = !started_;
  measure(capture_time);
  every_ = std::max(1, static_cast<int>(std::lround(1 / (to_seconds(input_interval_) * most_per_second))));
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
