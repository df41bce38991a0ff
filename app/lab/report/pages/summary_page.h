#pragma once

#include <string>
#include <vector>

#include "app/lab/claims/table.h"

namespace evenkeel::report {

/// A scenario's table named "metrics": one row per run, whose first cell is "CONTROLLER" or "CONTROLLER,VARIANT".
struct ScenarioMetrics {
  std::string id;
  Table metrics;
};

/// Controllers by scenarios in Markdown, a table for each metric (utilisation, queue, loss, Jain, convergence,
/// oscillation). Empty where there are no metrics.
std::string summary_page(const std::vector<ScenarioMetrics>& scenarios);

}  // namespace evenkeel::report
