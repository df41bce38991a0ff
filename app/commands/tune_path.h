#pragma once

#include <string>

#include "app/cli/tune_options.h"
#include "app/lab/tuning/recorded_path.h"

namespace evenkeel {

struct PathToTune {
  tuning::RecordedPath path;
  std::string place;  ///< "flow up of 'DIR': " of a recorded run; otherwise empty
};

/// The path that `evenkeel tune` searches for: of the recorded run, of the options of the link, or that of the demo.
/// One sentence if the run cannot be read or tells too little.
Parsed<PathToTune> tune_path(const TuneOptions& tune, const CallOptions& options);

}  // namespace evenkeel
