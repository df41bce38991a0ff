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
// version, in virtual time. `evenkeel bench send-loop` runs these and more on this machine.

Scenario rmc_fig3();    ///< R-Fig3-4
Scenario rmc_fig6();    ///< R-Fig6-7
Scenario rmc_fig8();    ///< R-Fig8-10
Scenario rmc_fig11();   ///< R-Fig11-12
Scenario rmc_fig13();   ///< R-Fig13
Scenario rmc_gain();    ///< R-kr
Scenario rmc_proofs();  ///< R-Props

namespace rmc_paper {

/// A plan with packets of 1500 bytes, 60 s, five busy processes from 20 to 40 s; RMC as published: T_s of 10 ms, no
/// anti-windup.
bench::SendPlan rmc_constant_rate(const std::string& loop, double megabits);
std::vector<std::pair<std::string, std::string>> published_rmc(double k_r);

/// What a T_s of 10 ms becomes on the papers' kernel.
constexpr Duration rmc_interval = 20ms;

/// The papers' steps: from `megabits` to a tenth of it after `phase`, and back after another `phase`.
bench::SendRun rmc_steps(double k_r, double megabits, Duration phase);
/// Time in s from a step until the rate stays within 5 % of the new rate; NaN if it does not. `step` counts from 0.
double rmc_settling_time(const bench::SendRun& run, std::size_t step);
/// Largest rate after the last step, relative to the new rate, minus 1.
double rmc_overshoot(const bench::SendRun& run);
/// The rate of each iteration from a step on: bytes sent over the time since the previous iteration.
Curve rmc_response(const std::string& name, const bench::SendRun& run, std::size_t step, Duration shown);

/// A curve as a line; empty if the run has no such curve.
FigureSeries rmc_line(const RunRecord& run, const std::string& curve, const std::string& label, int color);
/// The curve's value at x; NaN if there is none.
double value_at(const RunRecord& run, const std::string& curve, double x);
/// The largest absolute value of a curve; NaN if there is none.
double largest_of(const RunRecord& run, const std::string& curve);

}  // namespace rmc_paper

}  // namespace evenkeel::lab
