#include "gui/find/found_sets.h"

#include <algorithm>

#include "core/base/pareto_front.h"

namespace evenkeel {

void FoundSets::clear() {
  all_.clear();
  front_.clear();
}

void FoundSets::add(const std::vector<TriedSet>& tried) {
  if (tried.empty()) return;
  all_.insert(all_.end(), tried.begin(), tried.end());
  std::vector<GainAndCost> measures;
  for (const TriedSet& set : all_) measures.push_back({set.use, set.queue_p95_ms});
  front_ = pareto_front(measures);
}

std::optional<std::size_t> FoundSets::best() const {
  if (all_.empty()) return std::nullopt;
  return static_cast<std::size_t>(std::ranges::min_element(all_, {}, &TriedSet::cost) - all_.begin());
}

}  // namespace evenkeel
