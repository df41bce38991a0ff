#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/claims/claim.h"
#include "app/lab/claims/table.h"
#include "app/lab/plan/run_plan.h"
#include "gui/figures/figure.h"

namespace evenkeel::lab {

class RunRecords;

/// What is said of a finished scenario.
struct Findings {
  std::vector<Claim> claims;
  std::vector<Figure> figures;
  std::vector<Table> tables;
};

/// An experiment of a paper or of an RFC: what is run, and what must be seen.
struct Scenario {
  std::string id;      ///< as in `evenkeel-sim list`: "L-Fig5"
  std::string source;  ///< "LDCC, Fig. 5 (section V-B)"
  std::string shows;   ///< in one line, what it must show
  std::vector<RunPlan> runs;
  /// Judges what was recorded. Where a run that a claim needs is not there, or too short, the claim is not judged.
  Findings (*judge)(const RunRecords& records) = nullptr;
};

/// All, in the order of the list: LDCC, ARC, TFRC, RMC, RFC 8867, our own.
std::span<const Scenario> scenarios();

/// Null where there is none of that id; upper and lower case are the same.
const Scenario* find_scenario(std::string_view id);

/// The scenario's runs with the choices applied; their seeds are what to run them with.
std::vector<RunPlan> planned_runs(const Scenario& scenario, const Choices& choices);

/// Whether a flow of it takes another controller.
bool can_be_chosen(const Scenario& scenario);

/// Whether a link of it follows --link-trace.
bool can_follow_trace(const Scenario& scenario);

}  // namespace evenkeel::lab
