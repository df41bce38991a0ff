#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lab/record/run_record.h"

namespace evenkeel::lab {

// Measures of telemetry columns over time. A span that is not entirely within the run has no values.

/// Means of consecutive bins; NaN where no row has a value.
std::vector<double> binned(const RunRecord& run, std::string_view flow, RunRecord::Column column, Duration from,
                           Duration to, Duration bin = 1s);

/// The coefficient of variation in time of each flow's means over one second, averaged over the flows.
double oscillation(const RunRecord& run, const std::vector<std::string>& flows, RunRecord::Column column, Duration from,
                   Duration to);

/// The coefficient of variation among the flows within each second, averaged over the seconds.
double spread_among(const RunRecord& run, const std::vector<std::string>& flows, RunRecord::Column column,
                    Duration from, Duration to);

/// The sum of the flows' means.
double total_of(const RunRecord& run, const std::vector<std::string>& flows, RunRecord::Column column, Duration from,
                Duration to);

/// Jain's index of what each flow received since `from`, for each second. An unknown rate counts as zero.
std::vector<double> cumulative_jain(const RunRecord& run, const std::vector<std::string>& flows,
                                    RunRecord::Column column, Duration from, Duration to);

/// Jain's index in consecutive windows.
std::vector<double> windowed_jain(const RunRecord& run, const std::vector<std::string>& flows, RunRecord::Column column,
                                  Duration from, Duration to, Duration window);

}  // namespace evenkeel::lab
