#pragma once

#include <string>
#include <vector>

#include "app/lab/scenarios/tfrc/measures.h"
#include "app/lab/scenarios/tfrc/setup.h"
#include "gui/figures/figure.h"

namespace evenkeel::lab {

// Section 5.3: 15 Mbit/s, TFRC with standard TCP's timeout, so that only the equation makes a difference, and L loss
// intervals. Figs 6 to 11 all use these runs.

/// One run of each load; names begin with tfrc_series(L).
std::vector<RunPlan> tfrc_equation_runs(const std::vector<int>& interval_numbers);
std::string tfrc_series(int intervals);  ///< "L=08,"

/// Difference ratios for each run, over TFRC's loss event rate unless noted otherwise.
struct TfrcGaps {
  Points upper;  ///< f(1/E[theta]) against TFRC's rate
  Points lower;  ///< f(E[1/theta^]) against TFRC's rate
  Points tcp;    ///< TCP's rate against TFRC's
};
TfrcGaps tfrc_gaps(const RunRecords& records, int intervals);

/// Means over one run's five flows.
double mean_event_rate_of_tfrc(const RunRecord& run);
double mean_event_rate_of_tcp(const RunRecord& run);
double mean_rate_of_tfrc(const RunRecord& run);
double mean_rate_of_tcp(const RunRecord& run);
/// f(p) in bit/s, for TCP and for TFRC, each with its own p and round trip.
double equation_of_tcp(const RunRecord& run);
double equation_of_tfrc(const RunRecord& run);

/// A cloud of points and the line fitted to it.
void append_cloud(FigurePanel& panel, const std::string& label, const Points& points, int color);

}  // namespace evenkeel::lab
