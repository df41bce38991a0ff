#include "app/lab/tuning/goal.h"

#include <algorithm>
#include <array>
#include <string>

namespace evenkeel::tuning {
namespace {

constexpr double queue_worth_the_link_ms = 200;  // balanced: 10 ms of queue for 5 % of the link
constexpr double unused_cost = 20;               // delay: 1 % less than the bound costs as much as 20 ms
constexpr double queue_unit_ms = 100;
constexpr double too_long_unit_ms = 10;  // rate: 1 ms beyond the bound costs as much as 10 % of the link

constexpr std::array goals{
    GoalName{"balanced", GoalKind::balanced,
             "10 ms of queue weigh as much as 5 % of the link: least (1 - use) + q/200 ms"},
    GoalName{"delay", GoalKind::delay,
             "the shortest queue that uses as much of the link as now, or --least-use: least q/100 ms + 20 max(0, "
             "least use - use)"},
    GoalName{"rate", GoalKind::rate,
             "the most use with a queue no longer than now, or --longest-queue: least (1 - use) + max(0, q - longest "
             "queue)/10 ms"},
};

}  // namespace

std::span<const GoalName> goal_names() { return goals; }

Parsed<GoalKind> parse_goal(std::string_view name) {
  std::string known;
  for (const GoalName& goal : goals) {
    if (goal.name == name) return {goal.kind, ""};
    known += (known.empty() ? "" : ", ") + std::string(goal.name);
  }
  return {std::nullopt, "There is no goal '" + std::string(name) + "': known are " + known + "."};
}

double Goal::cost(const PathMeasure& measure, const PathMeasure& now) const {
  switch (kind) {
    case GoalKind::balanced:
      break;
    case GoalKind::delay:
      return measure.queue_p95_ms / queue_unit_ms +
             unused_cost * std::max(0.0, least_use.value_or(now.use) - measure.use);
    case GoalKind::rate: {
      const double beyond = measure.queue_p95_ms - longest_queue_ms.value_or(now.queue_p95_ms);
      return 1 - measure.use + std::max(0.0, beyond) / too_long_unit_ms;
    }
  }
  return 1 - measure.use + measure.queue_p95_ms / queue_worth_the_link_ms;
}

}  // namespace evenkeel::tuning
