#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/bench/bench_options.h"
#include "app/bench/send_run.h"
#include "app/bench/studies/study.h"

namespace evenkeel::bench {

/// What T_s = 10 ms became on the papers' kernel; on this machine it is asked for.
constexpr Duration step_interval = 20ms;

/// How one run followed its steps.
struct StepResponse {
  double k_r = 0;
  std::vector<double> ratios;                    ///< old rate over new rate, one per step: 10, 0.1
  std::vector<std::optional<Duration>> settled;  ///< nothing: never
  double overshoot = 0;                          ///< after the last step, largest rate over the final one, less 1
};

struct StepResponses {
  std::vector<StepResponse> native;    ///< of the runs that succeeded: medians where a step was repeated
  std::vector<StepResponse> emulated;  ///< 2.6.19, HZ=100, from 0.2 to 1.8 by 0.1
};

/// The papers' experiment in virtual time: `phase` each at `high`, a tenth of it, and `high`.
SendRun emulated_steps(double k_r, DataRate high, Duration phase);
StepResponse response_of(const SendRun& run, double k_r);
/// The closed form of rmc_theory.h times T_s; nothing where it is unstable.
std::optional<Duration> predicted_settling(double k_r, double ratio);

Table settling_table(const StepResponses& responses);
std::vector<Figure> step_figures(const StepResponses& responses, std::span<const SendRun> native,
                                 const std::vector<double>& native_gains);
/// `papers`: the native runs are the papers' experiment too, not steps of the user's.
std::vector<Claim> step_claims(const StepResponses& responses, bool papers);

}  // namespace evenkeel::bench
