#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/cli/call_options.h"
#include "gui/backend/algorithm_catalog.h"

namespace evenkeel {

/// The algorithms for the window: answers come from instances of core's classes that run no call.
std::unique_ptr<AlgorithmCatalog> make_algorithm_catalog();

/// The names of the terms that a controller shows, with their units; empty if the controller is unknown or shows none.
std::vector<std::string> law_terms_of(const std::string& controller);

/// Converts the algorithms and settings of options into the window's form, and back.
TuningState tuning_of(const CallOptions& options);
void apply_tuning(const TuningState& tuning, CallOptions& options);

}  // namespace evenkeel
