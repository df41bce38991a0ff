#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/lab/tuning/tuning_path.h"
#include "core/base/parsed.h"

namespace evenkeel::tuning {

enum class GoalKind {
  balanced,  ///< use and queue weighed: (1 - use) + queue / 200 ms
  delay,     ///< the shortest queue, with no less of the link used than now, or than `least_use`
  rate,      ///< the most use, with no longer a queue than now, or than `longest_queue`
};

struct GoalName {
  std::string_view name;
  GoalKind kind;
  std::string_view meaning;  ///< with its formula, one line
};
std::span<const GoalName> goal_names();
Parsed<GoalKind> parse_goal(std::string_view name);

/// What is minimized. Use is a share of the capacity, queue the p95 of the link's queue in ms; a bound that is broken
/// costs so much that a little more of it is not worth it.
struct Goal {
  GoalKind kind = GoalKind::balanced;
  std::optional<double> least_use;         ///< of `delay`, 0 to 1; nullopt: as of the parameters now
  std::optional<double> longest_queue_ms;  ///< of `rate`; nullopt: as with the parameters now

  /// `now`: what the parameters of now came to on the same call.
  double cost(const PathMeasure& measure, const PathMeasure& now) const;
};

}  // namespace evenkeel::tuning
