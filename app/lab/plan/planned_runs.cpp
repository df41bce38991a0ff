#include <algorithm>

#include "app/lab/plan/scenario.h"

namespace evenkeel::lab {
namespace {

/// Spaced so that different seeds on the command line never give two runs the same seed.
constexpr std::uint64_t seeds_apart = 1000;

/// A computation has its own length, whatever --duration says.
Duration duration_of(const RunPlan& plan, const Choices& choices) {
  if (std::holds_alternative<Computation>(plan.what)) return plan.duration;
  if (choices.duration > Duration::zero()) return choices.duration;
  return choices.quick && plan.quick_duration > Duration::zero() ? plan.quick_duration : plan.duration;
}

/// Settings of the command line come after the planned ones: the last of a name counts.
void choose(MediaPlan& media, const Choices& choices) {
  if (media.chosen && !choices.controller.empty()) media.controller = choices.controller;
  media.settings.insert(media.settings.end(), choices.settings.begin(), choices.settings.end());
}

void choose(LinkPlan& link, const Choices& choices) {
  if (link.traceable && !choices.link_trace.empty()) link.trace = choices.link_trace;
}

/// The controller of the first flow that --controller applies to; empty if there is none.
std::string controller_of(const RunPlan& plan) {
  const auto* network = std::get_if<NetworkRun>(&plan.what);
  if (network == nullptr) return {};
  for (const FlowPlan& flow : network->flows) {
    const auto* media = std::get_if<MediaPlan>(&flow.traffic);
    if (media != nullptr && media->chosen) return media->controller;
  }
  return {};
}

/// The controller whose runs are used: the chosen one if the scenario compares it with others, otherwise the first.
std::string predecessor(const Scenario& scenario, const std::string& choice) {
  std::string first;
  for (const RunPlan& plan : scenario.runs) {
    const std::string controller = controller_of(plan);
    if (controller == choice) return choice;
    if (first.empty()) first = controller;
  }
  return first;
}

/// "ldcc,delay=50ms" names ldcc: the run is renamed for another controller.
std::string renamed(const std::string& name, const std::string& from, const std::string& to) {
  const bool named_after = name.rfind(from, 0) == 0 && (name.size() == from.size() || name[from.size()] == ',');
  return from.empty() || !named_after ? name : to + name.substr(from.size());
}

RunPlan chosen(RunPlan plan, const Choices& choices) {
  plan.duration = duration_of(plan, choices);
  plan.seed = plan.seed * seeds_apart + choices.seed;
  auto* network = std::get_if<NetworkRun>(&plan.what);
  if (network == nullptr) return plan;
  for (FlowPlan& flow : network->flows) {
    if (auto* media = std::get_if<MediaPlan>(&flow.traffic)) choose(*media, choices);
  }
  for (HopPlan& hop : network->network.hops) {
    choose(hop.forward, choices);
    choose(hop.backward, choices);
  }
  return plan;
}

bool has_run(const Scenario& scenario, const std::string& name) {
  return std::any_of(scenario.runs.begin(), scenario.runs.end(),
                     [&](const RunPlan& plan) { return plan.name == name; });
}

bool is_traceable(const RunPlan& plan) {
  const auto* network = std::get_if<NetworkRun>(&plan.what);
  if (network == nullptr) return false;
  return std::any_of(network->network.hops.begin(), network->network.hops.end(),
                     [](const HopPlan& hop) { return hop.forward.traceable || hop.backward.traceable; });
}

}  // namespace

bool can_be_chosen(const Scenario& scenario) {
  return std::any_of(scenario.runs.begin(), scenario.runs.end(),
                     [](const RunPlan& plan) { return !controller_of(plan).empty(); });
}

bool can_follow_trace(const Scenario& scenario) {
  return std::any_of(scenario.runs.begin(), scenario.runs.end(), is_traceable);
}

std::vector<RunPlan> planned_runs(const Scenario& scenario, const Choices& choices) {
  std::vector<RunPlan> runs;
  const std::string from = choices.controller.empty() ? "" : predecessor(scenario, choices.controller);
  for (const RunPlan& plan : scenario.runs) {
    if (choices.quick && !plan.quick) continue;
    const std::string controller = controller_of(plan);
    if (!from.empty() && !controller.empty() && controller != from) continue;
    const std::string name = renamed(plan.name, from, choices.controller);
    if (name != plan.name && has_run(scenario, name)) continue;  // the scenario has a run of that name already
    runs.push_back(chosen(plan, choices));
    runs.back().name = name;
  }
  return runs;
}

}  // namespace evenkeel::lab
