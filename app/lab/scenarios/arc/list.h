#pragma once

#include "app/lab/plan/scenario.h"

namespace evenkeel::lab {

// ARC's figures, one by one.

/// Of Figs 3 and 4, which show the same simulations.
std::vector<RunPlan> arc_on_off_runs();

Scenario arc_fig3();
Scenario arc_fig4();
Scenario arc_fig5();
Scenario arc_fig7a();
Scenario arc_fig7b();
Scenario arc_fig7c();
Scenario arc_fig7d();

}  // namespace evenkeel::lab
