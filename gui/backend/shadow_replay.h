#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "gui/backend/option_store.h"

namespace evenkeel {

struct ReplayRequest {
  std::string folder;  ///< of a recorded run, with packets.csv
  std::string flow;
  std::vector<std::string> controllers;                       ///< one to three
  std::vector<std::pair<std::string, std::string>> settings;  ///< their parameters: "ldcc.T_r" to "80ms"
  OptionTexts limits;  ///< of rates: "start-bitrate", "min-bitrate", "max-bitrate"
};

/// What the controllers of a request would have sent at, at one time of the run.
struct ReplayRow {
  Duration time{};
  std::array<double, 3> targets_bps{};  ///< in their order; those beyond the last controller are 0
};

struct ReplayUpdates {
  std::vector<ReplayRow> rows{};  ///< by time; all of them, once `done`
  bool done = false;
  std::string failed{};  ///< one sentence
};

/// Has controllers watch a run that is over, in the background. For the window's thread; no function waits for it.
class ShadowReplay {
 public:
  virtual ~ShadowReplay() = default;

  /// Ends one that runs.
  virtual void start(const ReplayRequest& request) = 0;
  virtual ReplayUpdates poll() = 0;
};

}  // namespace evenkeel
