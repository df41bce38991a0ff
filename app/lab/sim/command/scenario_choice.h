#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/lab/plan/scenario.h"

namespace evenkeel::sim {

/// The requested scenarios, each once, in the order of `known`; or one sentence that suggests similar names.
struct ChosenScenarios {
  std::vector<const lab::Scenario*> scenarios;
  std::string error;
};

/// Each word is an id, the beginning of ids ("L", "A-Fig7"), or "all". Ignores case.
ChosenScenarios choose_scenarios(std::span<const lab::Scenario> known, const std::vector<std::string>& words);

}  // namespace evenkeel::sim
