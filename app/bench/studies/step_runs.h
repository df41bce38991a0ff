#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/bench/bench_options.h"
#include "app/bench/send_run.h"
#include "app/bench/studies/study.h"

namespace evenkeel::bench {

/// What T_s = 10 ms becomes on the papers' kernel; requested explicitly on this machine.
constexpr Duration step_interval = 20ms;

/// How one run followed its steps.
struct StepResponse {
  double k_r = 0;
  std::vector<double> ratios;                    ///< old rate over new rate for each step: 10, 0.1
  std::vector<std::optional<Duration>> settled;  ///< nullopt: never
  double overshoot = 0;                          ///< after the last step, largest rate over the final one, less 1
};

struct StepResponses {
  std::vector<StepResponse> native;    ///< of the successful runs; medians of repeated steps
  std::vector<StepResponse> emulated;  ///< 2.6.19, HZ=100, from 0.2 to 1.8 by 0.1
};

/// The papers' experiment in virtual time: `phase` each at `high`, at a tenth of it, and at `high`.
SendRun emulated_steps(double k_r, DataRate high, Duration phase);
StepResponse response_of(const SendRun& run, double k_r);
/// The closed form of rmc_theory.h times T_s; nullopt if unstable.
std::optional<Duration> predicted_settling(double k_r, double ratio);

Table settling_table(const StepResponses& responses);
std::vector<Figure> step_figures(const StepResponses& responses, std::span<const SendRun> native,
                                 const std::vector<double>& native_gains);
/// `papers`: the native runs use the papers' steps, not the user's.
std::vector<Claim> step_claims(const StepResponses& responses, bool papers);

}  // namespace evenkeel::bench
