#pragma once

#include <string>
#include <vector>

#include "app/lab/record/run_record.h"
#include "gui/figures/figure.h"

namespace evenkeel::lab {

/// A column of one flow against time [s], as means over windows that follow each other; `scale` times the column's
/// unit. The line breaks where the flow sends nothing: neither has begun nor goes on.
FigureSeries line_over_time(const RunRecord& record, const std::string& flow, RunRecord::Column column,
                            const std::string& label, double scale, Duration window);

/// Sending rates of flows, means of a second, in Mbit/s.
FigurePanel rates_over_time(const RunRecord& record, const std::vector<std::string>& flows, const std::string& title);
/// One-way delays, means of half a second, in ms.
FigurePanel delays_over_time(const RunRecord& record, const std::vector<std::string>& flows, const std::string& title);

/// Both, below each other: the pair of plots of LDCC's Figs 5, 6, 10, 11 and 14.
Figure rates_and_delays(const std::string& name, const std::string& title, const RunRecord& record,
                        const std::vector<std::string>& flows);

}  // namespace evenkeel::lab
