#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/lab/tuning/goal.h"
#include "app/lab/tuning/tuning_path.h"
#include "core/base/parsed.h"

namespace evenkeel::tuning {

struct TuningRequest {
  TuningPath path;
  std::string controller = "darc";
  Settings now;                     ///< parameters of now that are not the defaults
  std::vector<std::string> search;  ///< names of the parameters to be searched; none: all
  Goal goal;
  int evaluations = 200;   ///< sets of parameters that are tried at most
  int seeds = 4;           ///< calls that each of them makes
  int unseen_seeds = 10;   ///< other calls, on which the best is compared with the parameters of now
  std::uint64_t seed = 1;  ///< of the search and of the calls
};

/// Parameters and what they came to, as means over the calls of the search.
struct TuningPoint {
  Settings settings;  ///< of every parameter of the controller
  PathMeasure measure;
  double cost = 0;
};

enum class TuningStage { global, local, unseen };

struct TuningProgress {
  TuningStage stage = TuningStage::local;
  int tried = 0;    ///< sets of parameters so far, those of now included; in `unseen` calls
  int planned = 0;  ///< at most
  TuningPoint now;
  TuningPoint best;
  TuningPoint last;  ///< tried just now; in `unseen` calls the best
};

struct TuningResult {
  TuningPoint now;
  TuningPoint best;                      ///< that of now where nothing was better
  std::vector<TuningPoint> tried;        ///< each once, in order; the first is that of now
  std::vector<TuningPoint> front;        ///< of these, those that no other is better than in both, by their use
  std::vector<PathMeasure> now_unseen;   ///< by seed; empty where the search was stopped
  std::vector<PathMeasure> best_unseen;  ///< as many
  /// On calls that the search did not see the best is better than the parameters of now: its cost is lower by more than
  /// twice the standard error of the mean difference.
  bool better = false;
  bool stopped = false;
};

/// What the search asks of its surroundings.
struct TuningHooks {
  std::function<void(const TuningProgress&)> progress = [](const TuningProgress&) {};
  std::function<bool()> stop = [] {
    return false;
  };  ///< asked between calls; true ends the search with the best so far
  /// Calls job(0) to job(count - 1), in any order, also at the same time by several threads, and returns when all are
  /// done. The result does not depend on it.
  std::function<void(std::size_t count, const std::function<void(std::size_t)>& job)> run_all =
      [](std::size_t count, const std::function<void(std::size_t)>& job) {
        for (std::size_t i = 0; i < count; ++i) job(i);
      };
};

/// Searches the parameters of a controller that reach the goal on the path, by calls in virtual time: first around
/// those of now (NLopt's Subplex), whose valley may be too narrow to be met by chance; then all over the range (CRS2
/// with local mutation), then around the best found. Equal requests give equal results, whatever the hooks, unless
/// stopped. One sentence where the request cannot be met: a link without a limit, an unknown controller or parameter.
Parsed<TuningResult> find_parameters(const TuningRequest& request, const TuningHooks& hooks = {});

/// Those of the points that no other is better than in use and in queue, by rising use; of equal ones the first.
std::vector<TuningPoint> pareto_front(const std::vector<TuningPoint>& points);

}  // namespace evenkeel::tuning
