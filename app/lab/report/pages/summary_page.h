#pragma once

#include <string>
#include <vector>

#include "app/lab/claims/table.h"

namespace evenkeel::report {

/// A scenario's table "metrics": one row per run, whose first cell is "CONTROLLER" or "CONTROLLER,VARIANT".
struct ScenarioMetrics {
  std::string id;
  Table metrics;
};

/// A Markdown page that compares controllers by scenario, one table per metric (utilisation, queue, loss, Jain,
/// convergence, oscillation). Empty if there are no metrics.
std::string summary_page(const std::vector<ScenarioMetrics>& scenarios);

}  // namespace evenkeel::report
