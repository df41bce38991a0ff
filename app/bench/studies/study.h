#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/bench/bench_options.h"
#include "app/lab/claims/claim.h"
#include "app/lab/claims/table.h"
#include "gui/figures/figure.h"

namespace evenkeel::bench {

struct StudyOutcome {
  std::vector<Table> tables;
  std::vector<Figure> figures;
  std::vector<Claim> claims;
};

/// A question that the bench answers: the runs it needs on this machine, and how to evaluate them together with runs in
/// virtual time, which evaluate() makes itself.
struct Study {
  std::string name;  ///< as --studies takes it
  std::string title;
  std::vector<SendPlan> plans;
  /// Evaluates the runs of the plans, in order. Long computations end early when `stop` returns true.
  std::function<StudyOutcome(std::span<const SendRun> runs, const std::function<bool()>& stop)> evaluate;
};

Study timer_study(const BenchOptions& options);   ///< Figs 3/4: sleeps last too long
Study rate_study(const BenchOptions& options);    ///< Figs 6/7 and 8-10: rates held, under load; CPU
Study step_study(const BenchOptions& options);    ///< Figs 11-13: steps of the rate
Study gain_study(const BenchOptions& options);    ///< any k_r in (0, 2) holds the rate
Study timing_study(const BenchOptions& options);  ///< packets of a call compared with their ideal times
Study frame_study(const BenchOptions& options);   ///< how fast a frame should leave

/// The papers' packet size; emulated runs use it regardless of the options.
constexpr DataSize papers_packet = bytes(1500);

/// The parameters of rmc as published: T_s of 10 ms at any rate, and no limit on catching up.
std::vector<std::pair<std::string, std::string>> published_rmc(double k_r, Duration t_s = 10ms);

/// All studies, or those named by options.studies.
std::vector<Study> make_studies(const BenchOptions& options);
std::vector<std::string> study_names();

/// The data of a figure in long form: panel, series, x, y.
Table table_of(const Figure& figure);

}  // namespace evenkeel::bench
