#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lab/claims/judge.h"
#include "app/lab/plan/scenario.h"
#include "app/lab/record/run_record.h"

namespace evenkeel::lab {

// The scenarios of "Improved utility-based congestion control for delay-constrained communication" one by one, and what
// their judges share.

Scenario ldcc_fig2();
Scenario ldcc_fig5();
Scenario ldcc_fig6();
Scenario ldcc_fig7();
Scenario ldcc_fig8();
Scenario ldcc_fig10();
Scenario ldcc_fig11();
Scenario ldcc_fig12();
Scenario ldcc_fig13();
Scenario ldcc_fig14();

namespace ldcc_paper {

inline const Unit kilobits{"kbit/s", 0, 1e-3};  ///< of columns in bit/s
inline const Unit milliseconds{"ms", 1, 1};     ///< of columns in ms
inline const Unit seconds{"s", 1, 1};
inline const Unit packets{"packets", 0, 1};
inline const Unit percent{"%", 2, 100};
inline const Unit plain{"", 3, 1};

/// A flow of LDCC as in the paper: packets of 1 kB, limited by the control law only.
FlowPlan ldcc_flow(const std::string& name, Duration from = Duration::zero(), Duration to = Duration::max());
/// The unresponsive flow of 500 kbit/s.
FlowPlan ldcc_udp();

/// The run for statements about LDCC; an empty record if --controller chose another controller.
const RunRecord& ldcc_run(const RunRecords& records, std::string_view name);

double mean_rate(const RunRecord& run, const std::string& flow, Duration from, Duration to);   ///< sent, bit/s
double mean_delay(const RunRecord& run, const std::string& flow, Duration from, Duration to);  ///< one way, ms
/// Packets of the flows that were lost within the span.
double lost_packets(const RunRecord& run, const std::vector<std::string>& flows, Duration from, Duration to);

/// The expected equilibrium: claim_equilibrium() wants each flow's rate within 2 % of it, and its one-way delay within
/// 3 ms.
struct LdccEquilibrium {
  std::string when;  ///< "two flows"
  Duration from{};
  Duration to{};
  std::vector<std::string> flows;
  std::vector<double> rates;   ///< bit/s
  std::vector<double> delays;  ///< ms
};
void claim_equilibrium(std::vector<Claim>& claims, const std::string& source, const RunRecord& run,
                       const LdccEquilibrium& equilibrium);

}  // namespace ldcc_paper

}  // namespace evenkeel::lab
