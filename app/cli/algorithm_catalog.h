#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/cli/call_options.h"
#include "gui/backend/algorithm_catalog.h"

namespace evenkeel {

/// What the window asks of the algorithms, answered by spare ones of core.
std::unique_ptr<AlgorithmCatalog> make_algorithm_catalog();

/// The names of the terms that a controller shows, with their units; empty where it is unknown or shows none.
std::vector<std::string> law_terms_of(const std::string& controller);

/// The options' algorithms and settings as the window keeps them, and back.
TuningState tuning_of(const CallOptions& options);
void apply_tuning(const TuningState& tuning, CallOptions& options);

}  // namespace evenkeel
