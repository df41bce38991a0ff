#pragma once

#include <string>
#include <vector>

#include "app/lab/plan/scenario.h"
#include "app/lab/record/found_runs.h"
#include "core/base/parsed.h"

namespace evenkeel::lab {

/// A scenario whose runs were found, and what is said of them.
struct JudgedScenario {
  const Scenario* scenario = nullptr;  ///< never null
  std::string folder;                  ///< where its runs lie
  Choices choices;                     ///< of the first of them
  std::size_t found = 0;               ///< how many of its runs are there
  bool full = false;                   ///< all are, in their full duration: then every claim must be judged
  Findings findings;
};

/// Reads the runs and judges them. A run that cannot be read, and a scenario that is not known, end in one sentence.
Parsed<JudgedScenario> judge_found(const FoundScenario& found);

/// What the reader must know of runs that are not the scenario in full; nothing where they are.
std::string shortfall_of(const JudgedScenario& judged);

/// As the list of scenarios has them; those that are not known at the end.
std::vector<FoundScenario> in_order(std::vector<FoundScenario> found);

/// What makes the runs again: "evenkeel-sim run L-Fig5 --controller arc".
std::string command_of(const JudgedScenario& judged);

}  // namespace evenkeel::lab
