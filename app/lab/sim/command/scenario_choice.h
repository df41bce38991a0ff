#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/lab/plan/scenario.h"

namespace evenkeel::sim {

/// The scenarios that were asked for, each once, in the order of `known`; or one sentence that names near ones.
struct ChosenScenarios {
  std::vector<const lab::Scenario*> scenarios;
  std::string error;
};

/// Each word is an id, the beginning of ids ("L", "A-Fig7"), or "all"; upper and lower case are the same.
ChosenScenarios choose_scenarios(std::span<const lab::Scenario> known, const std::vector<std::string>& words);

}  // namespace evenkeel::sim
