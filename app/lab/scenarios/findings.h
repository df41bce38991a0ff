#pragma once

#include <string>
#include <vector>

#include "app/lab/claims/table.h"
#include "app/lab/plan/scenario.h"
#include "app/lab/record/run_record.h"
#include "gui/figures/figure.h"

namespace evenkeel::lab {

/// Returns the findings. If --controller chose another controller than `own` for the runs, no claim is judged, because
/// the paper's claims are about its own controller.
Findings judged_on(const std::string& own, const RunRecords& records, Findings findings);

/// A part of a run during which nothing changes, and the flows that are active throughout.
struct SteadySpan {
  std::string run;
  Duration from{};
  Duration to{};
  std::vector<std::string> flows;
};

/// A table of every span: mean and deviation of the sending rate, one-way delay, loss, and the flows' fairness. Skips
/// spans of missing runs.
Table steady_table(const std::string& name, const std::string& title, const RunRecords& records,
                   const std::vector<SteadySpan>& spans);

/// Packets lost per packet sent within a span; NaN if nothing was sent.
double loss_ratio(const RunRecord& record, const std::string& flow, Duration from, Duration to);

/// A column of one flow over time [s], as means of consecutive windows, multiplied by `scale`. The line has gaps where
/// the flow is not sending.
FigureSeries line_over_time(const RunRecord& record, const std::string& flow, RunRecord::Column column,
                            const std::string& label, double scale, Duration window);

/// Sending rates of flows, means of a second, in Mbit/s.
FigurePanel rates_over_time(const RunRecord& record, const std::vector<std::string>& flows, const std::string& title);
/// One-way delays, means of half a second, in ms.
FigurePanel delays_over_time(const RunRecord& record, const std::vector<std::string>& flows, const std::string& title);

/// Both plots, one below the other, as in LDCC's Figs 5, 6, 10, 11 and 14.
Figure rates_and_delays(const std::string& name, const std::string& title, const RunRecord& record,
                        const std::vector<std::string>& flows);

}  // namespace evenkeel::lab
