#pragma once

#include <string>
#include <vector>

#include "app/lab/claims/claim.h"
#include "app/lab/plan/scenario.h"
#include "app/lab/record/folder_reader.h"
#include "core/base/parsed.h"

namespace evenkeel::lab {

/// A scenario whose runs were found, and its findings.
struct JudgedScenario {
  const Scenario* scenario = nullptr;  ///< never null
  std::string folder;                  ///< that contains its runs
  Choices choices;                     ///< of the first run
  std::size_t found = 0;               ///< number of runs found
  bool full = false;                   ///< all runs were found in full length: then every claim must be judged
  Findings findings;
};

/// Reads the runs and judges them. Returns one sentence if a run cannot be read or the scenario is unknown.
Parsed<JudgedScenario> judge_found(const FoundScenario& found);

/// What is missing or shortened, for the reader; empty if the scenario was run in full.
std::string shortfall_of(const JudgedScenario& judged);

/// Sorts by the order of the list of scenarios; unknown ones go last.
std::vector<FoundScenario> in_order(std::vector<FoundScenario> found);

/// The command that reproduces the runs: "evenkeel-sim run L-Fig5 --controller arc".
std::string command_of(const JudgedScenario& judged);

/// "holds", "does not hold" or "not judged".
std::string verdict_of(const Claim& claim);

/// How strictly claims are checked.
struct Strictness {
  bool full = false;      ///< the scenario was run in full: a claim that could not be judged counts as failed
  bool as_known = false;  ///< claims that are known to fail may fail
};

/// Whether this claim makes the check fail.
bool is_broken(const Claim& claim, const Strictness& strictness);

}  // namespace evenkeel::lab
