#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/emulated_run.h"
#include "app/lab/claims/judge.h"
#include "app/lab/plan/scenario.h"
#include "app/lab/record/run_record.h"

namespace evenkeel::lab {

// The scenarios of "A mismatch controller for implementing high-speed rate-based transport protocols" and of its longer
// version, in virtual time. `evenkeel bench send-loop` has the same on this machine, and more of it.

Scenario rmc_fig3();    ///< R-Fig3-4
Scenario rmc_fig6();    ///< R-Fig6-7
Scenario rmc_fig8();    ///< R-Fig8-10
Scenario rmc_fig11();   ///< R-Fig11-12
Scenario rmc_fig13();   ///< R-Fig13
Scenario rmc_gain();    ///< R-kr
Scenario rmc_proofs();  ///< R-Props

namespace rmc_paper {

/// 1500 bytes, 60 s, five busy processes from 20 to 40 s; RMC as published: T_s of 10 ms, nothing forgiven.
bench::SendPlan rmc_constant_rate(const std::string& loop, double megabits);
std::vector<std::pair<std::string, std::string>> published_rmc(double k_r);

/// What T_s of 10 ms became on the papers' kernel.
constexpr Duration rmc_interval = 20ms;

/// The papers' steps: `megabits`, a tenth of it after `phase`, and back after another.
bench::SendRun rmc_steps(double k_r, double megabits, Duration phase);
/// From a step to the first iteration from which on the rate stays within 5 % of the new one, in s; not-a-number where
/// it does not. `step` counts from 0.
double rmc_settling_time(const bench::SendRun& run, std::size_t step);
/// Largest rate after the last step over the new one, less 1.
double rmc_overshoot(const bench::SendRun& run);
/// What each iteration sends over the time since the one before, from a step on.
Curve rmc_response(const std::string& name, const bench::SendRun& run, std::size_t step, Duration shown);

/// A curve as a line; empty where the run has no such curve.
FigureSeries rmc_line(const RunRecord& run, const std::string& curve, const std::string& label, int color);
/// The curve's value at x; not-a-number where there is none.
double value_at(const RunRecord& run, const std::string& curve, double x);
/// The largest absolute value of a curve; not-a-number where there is none.
double largest_of(const RunRecord& run, const std::string& curve);

}  // namespace rmc_paper

}  // namespace evenkeel::lab
