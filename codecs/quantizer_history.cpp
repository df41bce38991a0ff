#include "codecs/quantizer_history.h"

#include <algorithm>
#include <vector>

namespace evenkeel {

void QuantizerHistory::add(LocalTime now, int quantizer, DataRate target) {
  frames_.push_back({now, quantizer, target});
}

void QuantizerHistory::forget_before(LocalTime time) {
  // The last frame at or before the time stays, so that covers() can tell.
  while (frames_.size() > 1 && frames_[1].time <= time) frames_.pop_front();
}

double QuantizerHistory::share_from(int quantizer, LocalTime time) const {
  std::size_t all = 0, reached = 0;
  for (const Frame& frame : frames_) {
    if (frame.time < time) continue;
    ++all;
    if (frame.quantizer >= quantizer) ++reached;
  }
  return all == 0 ? 0 : static_cast<double>(reached) / static_cast<double>(all);
}

std::optional<int> QuantizerHistory::upper_quartile() const {
  if (frames_.empty()) return std::nullopt;
  std::vector<int> quantizers;
  for (const Frame& frame : frames_) quantizers.push_back(frame.quantizer);
  const auto place = quantizers.begin() + static_cast<std::ptrdiff_t>(quantizers.size() * 3 / 4);
  std::nth_element(quantizers.begin(), place, quantizers.end());
  return *place;
}

DataRate QuantizerHistory::mean_target() const {
  DataRate sum;
  for (const Frame& frame : frames_) sum += frame.target;
  return frames_.empty() ? sum : sum / static_cast<double>(frames_.size());
}

}  // namespace evenkeel
