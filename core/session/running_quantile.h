#pragma once

#include <cstddef>
#include <iterator>
#include <set>

#include "core/base/time.h"

namespace evenkeel {

/// The quantile of a set of durations that changes, in logarithmic time for each change.
class RunningQuantile {
 public:
  void add(Duration value) { (belongs_above(value) ? above_ : below_).insert(value); }
  /// The value must be there; of equal ones, one.
  void remove(Duration value) {
    auto& from = belongs_above(value) ? above_ : below_;
    from.erase(from.find(value));
  }

  bool empty() const { return below_.empty() && above_.empty(); }
  /// Not of an empty set.
  Duration smallest() const { return below_.empty() ? *above_.begin() : *below_.begin(); }
  /// The value that this share of the others, 0 to 1, rounded down to whole ones, precedes in ascending order. Not of
  /// an empty set. Constant time per change since the last call where the share is the same.
  Duration quantile(double share) {
    const auto others = static_cast<double>(below_.size() + above_.size() - 1);
    const auto wanted = static_cast<std::size_t>(share * others) + 1;
    while (below_.size() < wanted) below_.insert(below_.end(), above_.extract(above_.begin()));
    while (below_.size() > wanted) above_.insert(above_.begin(), below_.extract(std::prev(below_.end())));
    return *below_.rbegin();
  }

 private:
  bool belongs_above(Duration value) const { return !above_.empty() && value >= *above_.begin(); }

  std::multiset<Duration> below_;  // the quantile is its largest value; none is above any of above_
  std::multiset<Duration> above_;
};

}  // namespace evenkeel
