#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/lab/tuning/find_parameters.h"

namespace evenkeel {

/// The parameters of the best that differ from those of now.
tuning::Settings changed_settings(const tuning::TuningResult& result);

/// What was found, for people: a table of now and best on the calls of the search and on the others, the parameters
/// that changed, and the verdict.
std::string tune_text(const tuning::TuningRequest& request, const tuning::TuningResult& result);

/// What became of --write, which found nothing to write where now was best.
std::string written_text(const std::string& file, const tuning::TuningResult& result);

/// Writes tune.json (`run` first), front.csv, the Pareto front of use and queue with the parameters of each point, and
/// tried.csv, all that was tried. Returns an empty string, or one sentence that says what failed.
std::string write_tune_files(const std::string& folder, nlohmann::ordered_json run, const std::string& path,
                             const tuning::TuningRequest& request, const tuning::TuningResult& result);

}  // namespace evenkeel
