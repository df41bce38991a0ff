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

/// The evaluation of a finished scenario.
struct Findings {
  std::vector<Claim> claims;
  std::vector<Figure> figures;
  std::vector<Table> tables;
};

/// An experiment of a paper or an RFC: what to run, and what it must show.
struct Scenario {
  std::string id;      ///< as in `evenkeel-sim list`: "L-Fig5"
  std::string source;  ///< "LDCC, Fig. 5 (section V-B)"
  std::string shows;   ///< what it must show, in one line
  std::vector<RunPlan> runs;
  /// Judges the recorded runs. A claim whose runs are missing or too short is not judged.
  Findings (*judge)(const RunRecords& records) = nullptr;
};

/// All scenarios, in the order of the list: LDCC, ARC, TFRC, RMC, RFC 8867, our own.
std::span<const Scenario> scenarios();

/// Returns null if there is no such id. Ignores case.
const Scenario* find_scenario(std::string_view id);

/// The scenario's runs with the choices applied, including the seeds to run them with.
std::vector<RunPlan> planned_runs(const Scenario& scenario, const Choices& choices);

/// Whether --controller applies to any of its flows.
bool can_be_chosen(const Scenario& scenario);

/// Whether --link-trace applies to any of its links.
bool can_follow_trace(const Scenario& scenario);

}  // namespace evenkeel::lab
