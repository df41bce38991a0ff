#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace evenkeel {

/// By nearest rank: the smallest value that at least `share` (0 to 1) of all are not above. `sorted` must not be empty.
template <typename T>
T percentile_of_sorted(const std::vector<T>& sorted, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

}  // namespace evenkeel
