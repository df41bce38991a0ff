#pragma once

#include <memory>
#include <string>

#include "app/lab/plan/flow_plan.h"
#include "core/pacing/pacer.h"

namespace evenkeel::sim {

struct MediaAlgorithms {
  std::unique_ptr<RateController> controller;
  std::unique_ptr<Pacer> send_loop;
  std::string error;  ///< one sentence; then the others are null
};

/// The plan's controller and send loop with its settings. A setting of another algorithm is checked and left aside, so
/// that one --set serves scenarios with several.
MediaAlgorithms make_media_algorithms(const lab::MediaPlan& plan);

}  // namespace evenkeel::sim
