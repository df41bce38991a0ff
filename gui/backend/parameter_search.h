#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/telemetry/sample.h"
#include "gui/backend/algorithm_catalog.h"
#include "gui/backend/commands.h"
#include "gui/backend/option_store.h"

namespace evenkeel {

/// Where the path is read that parameters are searched for.
struct SearchPath {
  std::string folder;  ///< of a recorded run; empty: `rows` are what is known
  std::string flow;
  std::vector<Sample> rows;                        ///< of this flow, by time
  std::optional<LinkSettings> link{std::nullopt};  ///< of `rows`, where one is emulated: its buffer is known
};

struct SearchRequest {
  TuningState tuning;             ///< the controller that is searched for, and the parameters of today
  std::string goal = "balanced";  ///< "balanced", "delay" or "rate", as `evenkeel tune` has them
  int trials = 200;               ///< sets of parameters that are tried, 1 to 100000
  OptionTexts limits;             ///< of rates: "start-bitrate", "min-bitrate", "max-bitrate"
};

/// Parameters by their names, as SetParameter takes them but without the controller's name.
using ParameterTexts = std::vector<std::pair<std::string, std::string>>;

/// A set of parameters and what it came to, as means over calls in virtual time.
struct TriedSet {
  double use = 0;             ///< of the link, 0 to 1
  double queue_p95_ms = 0;    ///< of the link's queue
  double cost = 0;            ///< of the goal: the lowest is best
  ParameterTexts parameters;  ///< all of the controller
};

/// How the best compares with today's on calls that the search did not see.
struct SearchVerdict {
  bool better = false;
  int calls = 0;  ///< of each
  double use_today = 0;
  double use_best = 0;
  double queue_p95_today_ms = 0;
  double queue_p95_best_ms = 0;
};

/// What came since the last poll.
struct SearchUpdates {
  std::optional<std::string> path{};       ///< in words, once it is read
  std::vector<TriedSet> tried{};           ///< in order; the first of a search is today's
  std::optional<int> planned{};            ///< sets at most
  bool compares = false;                   ///< all are tried: the best is compared with today's
  std::optional<SearchVerdict> verdict{};  ///< once all is done
  std::string failed{};                    ///< one sentence; the search, or the reading of the path, has ended
};

/// A search for parameters in the background: it takes only what nothing else on this machine needs, and the call goes
/// on. For the window's thread; no function waits for it. Its end ends what runs.
class ParameterSearch {
 public:
  virtual ~ParameterSearch() = default;

  /// Reads the path, without a search. To be called first.
  virtual void read(const SearchPath& path, const OptionTexts& limits) = 0;
  /// On the path that was read; ends a search that runs.
  virtual void start(const SearchRequest& request) = 0;
  virtual void stop() = 0;
  virtual SearchUpdates poll() = 0;
};

}  // namespace evenkeel
