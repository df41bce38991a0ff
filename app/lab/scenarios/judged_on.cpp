#include "app/lab/scenarios/judged_on.h"

#include <algorithm>

namespace evenkeel::lab {

Findings judged_on(const std::string& own, const RunRecords& records, Findings findings) {
  const auto replaced = std::find_if(records.runs.begin(), records.runs.end(), [&](const RunRecord& run) {
    return !run.controller.empty() && run.controller != own;
  });
  if (replaced == records.runs.end()) return findings;
  for (Claim& claim : findings.claims) {
    claim.judged = false;
    claim.holds = false;
    claim.why = "said of " + own + ", and the runs are of " + replaced->controller;
  }
  return findings;
}

}  // namespace evenkeel::lab
