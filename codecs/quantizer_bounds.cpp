#include "codecs/quantizer_bounds.h"

#include "codecs/quantizer_step.h"

namespace evenkeel {
namespace {

// A frame that is finer than the one before takes more than its step says, and a coarser one less: from frame to frame
// they would swing, but for a mean and for room on both sides.
constexpr double weight = 0.25;
constexpr double largest_overshoot = 1.25;
constexpr double largest_undershoot = 0.75;

}  // namespace

void QuantizerBounds::on_frame(DataSize size, int quantizer, bool key_frame) {
  if (key_frame) return;
  const double complexity = static_cast<double>(size.bytes()) * quantizer_step(quantizer);
  latest_ = complexity;
  complexity_ += (complexity_ > 0 ? weight : 1) * (complexity - complexity_);
}

QuantizerBounds::Range QuantizerBounds::of(DataSize wanted, Range all) const {
  if (complexity_ <= 0 || wanted <= bytes(0)) return all;
  const double fitting = complexity_ / static_cast<double>(wanted.bytes());  // the step that gives what is wanted
  Range range = all;
  while (range.finest < all.coarsest && quantizer_step(range.finest) < fitting / largest_overshoot) ++range.finest;
  // Content that has just become harder is not to be kept from the quantizers that it needs.
  const double coarse = std::max(complexity_, latest_) / static_cast<double>(wanted.bytes()) / largest_undershoot;
  while (range.coarsest > range.finest && quantizer_step(range.coarsest) > coarse) --range.coarsest;
  return range;
}

}  // namespace evenkeel
