#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/bench/bench_options.h"
#include "app/bench/send_run.h"
#include "app/bench/studies/study.h"

namespace evenkeel::bench {

/// Runs of send loops at constant rates with the papers' load, on this machine and on the papers' kernels in virtual
/// time.
struct RateRuns {
  std::vector<SendRun> native;
  std::vector<SendRun> old_kernel;    ///< 2.6.19, HZ=100
  std::vector<SendRun> newer_kernel;  ///< 2.6.28
  std::vector<SendRun> further;       ///< 2.6.28 with other latenesses, to explain deviations

  /// Finds a valid run by SendPlan::name(); returns nullptr if there is none.
  const SendRun* find(const std::vector<SendRun>& runs, const std::string& name, DataRate rate) const;
};

std::vector<std::string> loops_of(const BenchOptions& options);
std::vector<DataRate> rates_of(const BenchOptions& options);

Table rate_table(const RateRuns& runs);
/// Notes about the runs: forgiven bytes, full buffers, failures.
Table note_table(const RateRuns& runs);
std::vector<Figure> rate_figures(const BenchOptions& options, const RateRuns& runs);
std::vector<Claim> emulated_rate_claims(const RateRuns& runs);
std::vector<Claim> native_rate_claims(const RateRuns& runs);

}  // namespace evenkeel::bench
