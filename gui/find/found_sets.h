#pragma once

#include <optional>
#include <vector>

#include "gui/backend/parameter_search.h"

namespace evenkeel {

/// What a search has tried so far. Sets are known by their index.
class FoundSets {
 public:
  void clear();
  void add(const std::vector<TriedSet>& tried);

  const std::vector<TriedSet>& all() const { return all_; }
  bool empty() const { return all_.empty(); }
  /// Those that no other is better than in use and queue, by rising use.
  const std::vector<std::size_t>& front() const { return front_; }
  /// Today's parameters are tried first.
  static constexpr std::size_t today = 0;
  /// That of the lowest cost, the first of equal ones; nullopt before the first.
  std::optional<std::size_t> best() const;

 private:
  std::vector<TriedSet> all_;
  std::vector<std::size_t> front_;
};

}  // namespace evenkeel
