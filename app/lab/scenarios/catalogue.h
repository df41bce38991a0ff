#pragma once

#include <vector>

#include "app/lab/plan/scenario.h"

namespace evenkeel::lab {

/// The scenarios by source, each list in the order of figures or sections.
std::vector<Scenario> ldcc_scenarios();     ///< LDCC, Figs 2 to 14
std::vector<Scenario> arc_scenarios();      ///< ARC, Figs 3 to 7
std::vector<Scenario> tfrc_scenarios();     ///< "On the limitations of equation-based congestion control", Figs 1 to 15
std::vector<Scenario> rmc_scenarios();      ///< RMC on the papers' kernels, in virtual time
std::vector<Scenario> rfc8867_scenarios();  ///< RFC 8867, sections 5 and 6
std::vector<Scenario> calls_scenarios();    ///< the goals of the controller for calls, a to n, and random links
std::vector<Scenario> own_scenarios();      ///< not from papers: the same call three ways, a mobile link

}  // namespace evenkeel::lab
