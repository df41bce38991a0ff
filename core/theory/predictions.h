#pragma once

#include <vector>

#include "core/control/rate_controller.h"
#include "core/parameters/prediction.h"

namespace evenkeel {

/// What theory says, in words, of a controller or a send loop with its present parameters on such a path; empty where
/// no theory is known.
std::vector<Prediction> predictions(const Tunable& algorithm, const PathConditions& path);

/// The delays that a controller aims at. Cheap: asked ten times a second.
DelayPrediction delay_prediction(const RateController& controller, const PathConditions& path);

}  // namespace evenkeel
