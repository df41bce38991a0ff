#pragma once

#include <functional>
#include <string>

#include "core/units/parsed.h"
#include "gui/backend/algorithm_catalog.h"
#include "gui/backend/call_backend.h"
#include "gui/store/run_data.h"

namespace evenkeel {

/// Everything that the window needs of the rest of the program. Both references outlive the window.
struct WindowServices {
  CallBackend& calls;
  const AlgorithmCatalog& catalog;
  /// Of a folder; `notice` says what of it could not be read.
  std::function<Parsed<RunData>(const std::string& folder, std::string& notice)> read_run;
  /// Returns what failed, or nothing.
  std::function<std::string(const std::string& path, const TuningState& tuning)> save_configuration;
  std::function<Parsed<TuningState>(const std::string& path)> load_configuration;
};

struct OpenedRun {
  std::string folder;
  RunData data;
  std::string notice;  ///< what of it could not be read
};

/// What the window begins with.
struct Launch {
  std::optional<StartCall> call;  ///< nothing: the start page
  std::vector<OpenedRun> runs;
  int port = 5004;               ///< at which the program was told to listen
  bool close_when_over = false;  ///< a --duration was given
};

}  // namespace evenkeel
