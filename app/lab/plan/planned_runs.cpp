#include "app/lab/plan/scenario.h"

namespace evenkeel::lab {
namespace {

/// A computation has a length of its own, whatever is asked for.
Duration duration_of(const RunPlan& plan, const Choices& choices) {
  if (std::holds_alternative<Computation>(plan.what)) return plan.duration;
  if (choices.duration > Duration::zero()) return choices.duration;
  return choices.quick && plan.quick_duration > Duration::zero() ? plan.quick_duration : plan.duration;
}

/// A setting that was typed comes after the planned ones: the last of a name counts.
void choose(MediaPlan& media, const Choices& choices) {
  if (media.chosen && !choices.controller.empty()) media.controller = choices.controller;
  media.settings.insert(media.settings.end(), choices.settings.begin(), choices.settings.end());
}

RunPlan chosen(RunPlan plan, const Choices& choices) {
  plan.duration = duration_of(plan, choices);
  plan.seed += choices.seed;
  auto* network = std::get_if<NetworkRun>(&plan.what);
  if (network == nullptr) return plan;
  for (FlowPlan& flow : network->flows) {
    if (auto* media = std::get_if<MediaPlan>(&flow.traffic)) choose(*media, choices);
  }
  return plan;
}

}  // namespace

std::vector<RunPlan> planned_runs(const Scenario& scenario, const Choices& choices) {
  std::vector<RunPlan> runs;
  for (const RunPlan& plan : scenario.runs) {
    if (plan.quick || !choices.quick) runs.push_back(chosen(plan, choices));
  }
  return runs;
}

}  // namespace evenkeel::lab
