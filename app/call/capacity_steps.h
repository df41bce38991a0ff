#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/link/capacity.h"

namespace evenkeel {

/// When the schedule of an emulated link changes its capacity, for the events of a run. A trace, which changes it
/// hundreds of times a second, has no such steps.
class CapacitySteps {
 public:
  struct Change {
    LocalTime at;
    std::string text;  ///< "capacity 2.5Mbps to 1Mbps", as of a change by hand
  };

  /// The link has this capacity from `start` on, in place of what it had.
  void follow(const Capacity& capacity, LocalTime start);
  /// The next change that is due by `now`, each once.
  std::optional<Change> poll(LocalTime now);

 private:
  std::vector<CapacityStep> steps_;
  std::size_t current_ = 0;
  LocalTime start_{};
};

}  // namespace evenkeel
