#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace evenkeel {

/// Two measures of one thing: the gain is to be high, the cost low.
struct GainAndCost {
  double gain = 0;
  double cost = 0;
};

/// The indices of those that no other is at least as good as in both and better than in one, by rising gain; of equal
/// ones the first. One with a measure that is not a number is never among them.
inline std::vector<std::size_t> pareto_front(std::span<const GainAndCost> points) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!std::isnan(points[i].gain) && !std::isnan(points[i].cost)) order.push_back(i);
  }
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    if (points[a].gain != points[b].gain) return points[a].gain > points[b].gain;
    return points[a].cost < points[b].cost;
  });
  std::vector<std::size_t> front;
  for (const std::size_t i : order) {
    if (front.empty() || points[i].cost < points[front.back()].cost) front.push_back(i);
  }
  std::ranges::reverse(front);
  return front;
}

}  // namespace evenkeel
