#pragma once

#include <string>
#include <vector>

#include "app/lab/record/run_record.h"
#include "app/lab/scenarios/builders.h"

namespace evenkeel::lab {

// Section 4.2, scenario 4: ten hops with Reno on each, and a last hop to C1's sink that loses packets both ways,
// independently of each other.

/// Which link loses. The paper: "the last hop connecting the Sink1 is a lossy wireless link".
enum class LossyLink {
  exit,    ///< that between the last router and the sink, 100 Mbit/s, which C1 alone uses
  router,  ///< the tenth of the 1 Mbit/s hops, which two of the cross flows use as well
  alone    ///< one hop of 1 Mbit/s without any other flow, losses on the way there only: the isolated link
};

/// Per cent of lost packets: of the figure, and of the runs beside it.
std::vector<int> arc_losses(LossyLink link);
constexpr int arc_lossy_seeds = 3;

std::vector<RunPlan> arc_lossy_runs(LossyLink link);

/// What C1, controlled by `kind`, received in bit/s; the mean over the seeds there are.
double arc_lossy_goodput(const RunRecords& records, LossyLink link, const std::string& kind, int loss);
/// What it sent on the isolated link, which is what an equation of TCP's rate tells.
double arc_isolated_sending_rate(const RunRecords& records, const std::string& kind, int loss);

}  // namespace evenkeel::lab
