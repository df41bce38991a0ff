#pragma once

#include <cstddef>
#include <vector>

#include "gui/store/sample_store.h"

namespace evenkeel {

/// Bins of equal width, which begin at a multiple of it, but for a single one around a constant. Widths are 1, 2 or 5
/// times a power of ten.
struct Bins {
  double from = 0;
  double width = 1;
  std::size_t count = 1;

  double begin(std::size_t bin) const { return from + static_cast<double>(bin) * width; }
};

/// Bins that hold all values from `lowest` to `highest`, at most `most` and one more; `most` is at least 2. Where both
/// are the same, one bin with that value in its middle.
Bins bins_for(double lowest, double highest, std::size_t most);

/// Which share of the values lies in each bin; they come to 1. Values that lie in none count to the nearest one. Empty
/// without values.
std::vector<double> histogram(const std::vector<double>& values, const Bins& bins);

/// A point of a cumulative distribution: `share` of the values are not above `value`.
struct CdfPoint {
  double value = 0;
  double share = 0;
};

/// The cumulative distribution of the values, which are sorted, in at most `most` points and one more, evenly spread in
/// the share; the last is the highest value, with 1. Empty without values.
std::vector<CdfPoint> cumulative_distribution(std::vector<double>& values, std::size_t most);

}  // namespace evenkeel
