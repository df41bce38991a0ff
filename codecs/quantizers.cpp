#include "codecs/quantizers.h"

#include <algorithm>
#include <vector>

namespace evenkeel {
namespace {

// A frame that is finer than the one before takes more bits than its step predicts, and a coarser one fewer. Without
// averaging and a tolerance on both sides sizes would swing from frame to frame.
constexpr double weight = 0.25;
constexpr double largest_overshoot = 1.25;
constexpr double largest_undershoot = 0.75;

}  // namespace

void QuantizerBounds::on_frame(DataSize size, int quantizer, bool exceptional) {
  if (exceptional) return;
  const double complexity = static_cast<double>(size.bytes()) * quantizer_step(quantizer);
  latest_ = complexity;
  complexity_ += (complexity_ > 0 ? weight : 1) * (complexity - complexity_);
}

QuantizerBounds::Range QuantizerBounds::of(DataSize wanted, Range all) const {
  if (complexity_ <= 0 || wanted <= bytes(0)) return all;
  const double fitting = complexity_ / static_cast<double>(wanted.bytes());  // the step that gives the wanted size
  Range range = all;
  while (range.finest < all.coarsest && quantizer_step(range.finest) < fitting / largest_overshoot) ++range.finest;
  // Content that has just become more complex must be allowed the quantizers that it needs.
  const double coarse = std::max(complexity_, latest_) / static_cast<double>(wanted.bytes()) / largest_undershoot;
  while (range.coarsest > range.finest && quantizer_step(range.coarsest) > coarse) --range.coarsest;
  return range;
}

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
