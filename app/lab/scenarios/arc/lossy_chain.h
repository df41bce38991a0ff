#pragma once

#include <string>
#include <vector>

#include "app/lab/record/run_record.h"
#include "app/lab/scenarios/builders.h"

namespace evenkeel::lab {

// Section 4.2, scenario 4: ten hops with Reno on each, and a last hop to C1's sink with independent random loss in both
// directions.

/// Which link loses. The paper: "the last hop connecting the Sink1 is a lossy wireless link".
enum class LossyLink {
  exit,    ///< between the last router and the sink, 100 Mbit/s, used by C1 only
  router,  ///< the tenth 1 Mbit/s hop, also used by two of the cross flows
  alone    ///< the isolated link: one hop of 1 Mbit/s without other flows, with loss in the forward direction only
};

/// Loss in percent, in the figure and in additional runs.
std::vector<int> arc_losses(LossyLink link);
constexpr int arc_lossy_seeds = 3;

std::vector<RunPlan> arc_lossy_runs(LossyLink link);

/// What C1, controlled by `kind`, received in bit/s; the mean over the seeds found.
double arc_lossy_goodput(const RunRecords& records, LossyLink link, const std::string& kind, int loss);
/// What C1 sent on the isolated link, to compare with equations of TCP's rate.
double arc_isolated_sending_rate(const RunRecords& records, const std::string& kind, int loss);

}  // namespace evenkeel::lab
