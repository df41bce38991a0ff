#pragma once

#include <string>
#include <vector>

#include "app/lab/scenarios/tfrc/measures.h"
#include "app/lab/scenarios/tfrc/setup.h"
#include "gui/figures/figure.h"

namespace evenkeel::lab {

// Figs 1 to 5: 20 Mbit/s, and with the flows under test 14 of constant rate between 16 kbit/s and 1 Mbit/s. TFRC's
// timeout is TCP's: the paper treats other timeouts in section 6 only, and shows TFRC below TCP here.

/// `seeds` runs for each load, without a prefix.
std::vector<RunPlan> tfrc_cbr_runs(int seeds);
/// The set-up of these runs.
TfrcSetup tfrc_cbr_setup();

/// A measure of one of the constant-rate flows, 1 to 14, at each load.
std::vector<double> cbr_by_load(const RunRecords& records, int number, FlowMeasure measure);
/// The number of the flow with that rate; 0 if there is none.
int cbr_number(DataRate rate);

/// An axis of loads, and a line over it.
FigurePanel panel_by_load(const std::string& y_label, bool logarithmic = false);
FigureSeries line_by_load(const std::string& label, const std::vector<double>& values, double scale,
                          bool dashed = false);

/// A table with a row for each load.
Table table_by_load(const std::string& name, const std::string& title,
                    const std::vector<std::pair<std::string, std::vector<double>>>& columns, int decimals,
                    double scale);

}  // namespace evenkeel::lab
