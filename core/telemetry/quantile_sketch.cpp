#include "core/telemetry/quantile_sketch.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace evenkeel {
namespace {

float stored(double value) {
  constexpr double largest = std::numeric_limits<float>::max();
  return std::abs(value) < QuantileSketch::zero ? 0.0F : static_cast<float>(std::clamp(value, -largest, largest));
}

}  // namespace

/// Bin 0 has zero; bin i > 0 the values from zero (1 + resolution)^((i - 1) 2^level) on, negative ones mirrored.
int QuantileSketch::index_of(float value) const {
  if (value == 0) return 0;
  static const double width = std::log1p(resolution);
  // What counts as zero is below `zero` before it is rounded to a float.
  const double bin = std::max(0.0, std::floor(std::log(std::abs(static_cast<double>(value)) / zero) / width));
  const int index = (static_cast<int>(bin) >> level_) + 1;
  return value < 0 ? -index : index;
}

void QuantileSketch::add(double value) {
  if (!std::isfinite(value)) return;
  min_ = empty() ? value : std::min(min_, value);
  max_ = empty() ? value : std::max(max_, value);
  last_ = value;
  sum_ += value;
  ++count_;
  put({stored(value), 1});
}

void QuantileSketch::merge(const QuantileSketch& other) {
  if (other.empty()) return;
  while (level_ < other.level_) coarsen();
  min_ = empty() ? other.min_ : std::min(min_, other.min_);
  max_ = empty() ? other.max_ : std::max(max_, other.max_);
  last_ = other.last_;
  sum_ += other.sum_;
  count_ += other.count_;
  std::vector<Bin> both;
  both.reserve(bins_.size() + other.bins_.size());
  std::merge(bins_.begin(), bins_.end(), other.bins_.begin(), other.bins_.end(), std::back_inserter(both), rises);
  assign(both);
  if (bins_.size() > max_bins) coarsen();
}

/// Takes no more room than the bins that come of it.
void QuantileSketch::assign(std::vector<Bin>& rising) {
  std::size_t last = 0;
  for (std::size_t i = 1; i < rising.size(); ++i) {
    if (index_of(rising[last].value) == index_of(rising[i].value)) {
      join(rising[last], rising[i]);
    } else {
      rising[++last] = rising[i];
    }
  }
  bins_ = std::vector<Bin>(rising.begin(), rising.begin() + static_cast<std::ptrdiff_t>(last) + 1);
}

void QuantileSketch::put(Bin bin) {
  const auto after = std::upper_bound(bins_.begin(), bins_.end(), bin, rises);
  const int index = index_of(bin.value);
  if (after != bins_.begin() && index_of((after - 1)->value) == index) return join(*(after - 1), bin);
  if (after != bins_.end() && index_of(after->value) == index) return join(*after, bin);
  bins_.insert(after, bin);
  if (bins_.size() > max_bins) coarsen();
}

void QuantileSketch::coarsen() {
  ++level_;
  std::vector<Bin> fine;
  fine.swap(bins_);
  if (!fine.empty()) assign(fine);
}

bool QuantileSketch::rises(const Bin& a, const Bin& b) { return a.value < b.value; }

void QuantileSketch::join(Bin& into, const Bin& other) {
  into.count += std::min(other.count, std::numeric_limits<std::uint32_t>::max() - into.count);
}

double QuantileSketch::quantile(double share) const {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(count_)));
  std::size_t left = std::clamp<std::size_t>(rank, 1, count_);
  if (left == 1) return min_;
  if (left == count_) return max_;
  for (const Bin& bin : bins_) {
    if (bin.count >= left) return std::clamp(static_cast<double>(bin.value), min_, max_);
    left -= bin.count;
  }
  return max_;  // more than 2^32 of one value
}

double QuantileSketch::relative_error() const { return std::pow(1 + resolution, std::ldexp(1.0, level_)) - 1; }

}  // namespace evenkeel
