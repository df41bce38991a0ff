#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace evenkeel {

/// For each time the mean of the values that lie within half of `width` of it. `times` ascend, one per value. Each
/// value is added once and subtracted once, so the time is linear in the number of values.
template <class Value>
std::vector<Value> moving_means(std::span<const double> times, std::span<const Value> values, double width) {
  std::vector<Value> means;
  means.reserve(values.size());
  Value sum{};
  std::size_t first = 0;
  std::size_t end = 0;
  for (const double time : times) {
    for (; end < times.size() && times[end] <= time + width / 2; ++end) sum += values[end];
    for (; times[first] < time - width / 2; ++first) sum -= values[first];
    means.push_back(sum / static_cast<double>(end - first));
  }
  return means;
}

}  // namespace evenkeel
