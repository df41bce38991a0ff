#pragma once

#include "app/lab/plan/scenario.h"

namespace evenkeel::lab {

// The scenarios of Rhee and Xu, "Limitations of equation-based congestion control", one by one.

Scenario tfrc_theorem_4_1();
Scenario tfrc_fig1();
Scenario tfrc_fig2();
Scenario tfrc_fig3();
Scenario tfrc_fig4();
Scenario tfrc_fig5();
Scenario tfrc_fig6();
Scenario tfrc_fig7();
Scenario tfrc_fig8();
Scenario tfrc_fig9();
Scenario tfrc_fig10();
Scenario tfrc_fig11();
Scenario tfrc_fig12();
Scenario tfrc_fig13();
Scenario tfrc_fig14();
Scenario tfrc_fig15();

/// Marks the claims of Rhee and Xu that are known not to hold here, each with its reason. Claims are not judged at all
/// if --controller replaced TFRC.
Findings judged_tfrc(const RunRecords& records, Findings findings);

}  // namespace evenkeel::lab
