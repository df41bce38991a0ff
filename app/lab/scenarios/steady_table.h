#pragma once

#include <string>
#include <vector>

#include "app/lab/claims/table.h"
#include "app/lab/record/run_record.h"

namespace evenkeel::lab {

/// A part of a run in which nothing changes, and the flows that are active throughout.
struct SteadySpan {
  std::string run;
  Duration from{};
  Duration to{};
  std::vector<std::string> flows;
};

/// What is kept of every experiment: mean and deviation of the rate sent, one-way delay, loss, and the fairness of the
/// flows of a span. Spans of runs that were not made are left out.
Table steady_table(const std::string& name, const std::string& title, const RunRecords& records,
                   const std::vector<SteadySpan>& spans);

/// Packets lost per packet sent within a span; not-a-number where nothing was sent.
double loss_ratio(const RunRecord& record, const std::string& flow, Duration from, Duration to);

}  // namespace evenkeel::lab
