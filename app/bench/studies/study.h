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

/// A question that the bench answers: what has to be run on this machine for it, and what to make of these runs and of
/// those in virtual time, which it does itself.
struct Study {
  std::string name;  ///< as --studies takes it
  std::string title;
  std::vector<SendPlan> plans;
  /// The runs of the plans, in their order. What takes long is cut short where `stop` says so.
  std::function<StudyOutcome(std::span<const SendRun> runs, const std::function<bool()>& stop)> evaluate;
};

Study timer_study(const BenchOptions& options);   ///< Figs 3/4: a sleep is longer than asked for
Study rate_study(const BenchOptions& options);    ///< Figs 6/7 and 8-10: rates held, under load; CPU
Study step_study(const BenchOptions& options);    ///< Figs 11-13: steps of the rate
Study gain_study(const BenchOptions& options);    ///< any k_r in (0, 2) holds the rate
Study timing_study(const BenchOptions& options);  ///< packets of a call against their ideal times
Study frame_study(const BenchOptions& options);   ///< how fast a frame should leave

/// The packets of the papers; what is emulated of them keeps to it, whatever is asked of this machine.
constexpr DataSize papers_packet = bytes(1500);

/// The parameters of rmc as the papers have it: T_s of 10 ms, not of the rate, and no limit to what is made up for.
std::vector<std::pair<std::string, std::string>> published_rmc(double k_r, Duration t_s = 10ms);

/// All, or those that options.studies names.
std::vector<Study> make_studies(const BenchOptions& options);
std::vector<std::string> study_names();

/// What a figure shows, in long form: panel, series, x, y.
Table table_of(const Figure& figure);

}  // namespace evenkeel::bench
