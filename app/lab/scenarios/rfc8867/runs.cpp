#include <optional>
#include <utility>

#include "app/lab/scenarios/rfc8867/parts.h"

namespace evenkeel::lab {
namespace {

RunPlan run_of(const Rfc8867Case& test, const Rfc8867Case::Variant& variant, const std::string& controller) {
  NetworkRun network;
  network.network = variant.network;
  for (const auto& media : test.media) network.flows.push_back(rfc8867_video(media, controller));
  for (const auto& media : test.media) network.flows.push_back(rfc8867_audio(media));
  network.flows.insert(network.flows.end(), variant.others.begin(), variant.others.end());
  RunPlan run;
  run.name = variant.name.empty() ? controller : controller + ',' + variant.name;
  run.duration = test.duration;
  run.quick = &variant == &test.variants.front() && (controller == "ldcc" || controller == "nada");
  run.what = std::move(network);
  return run;
}

// A run for comparison with closed forms: no audio, no jitter, and greedy; with a constant link if a rate is given.
RunPlan greedy_run_of(const Rfc8867Case& test, const std::string& controller, std::optional<DataRate> rate = {}) {
  RunPlan run = run_of(test, test.variants.front(), controller);
  auto& network = std::get<NetworkRun>(run.what);
  network.flows.resize(test.media.size());
  for (FlowPlan& flow : network.flows) std::get<MediaPlan>(flow.traffic).source = MediaPlan::Source::greedy;
  for (HopPlan& hop : network.network.hops) hop.forward.jitter_sigma = hop.backward.jitter_sigma = Duration::zero();
  run.name = rfc8867_greedy_run(controller, rate);
  if (!rate) return run;
  LinkPlan& link = network.network.hops.front().forward;
  link.rate = *rate;
  link.steps.clear();
  return run;
}

template <class Cases>
void add(std::vector<Rfc8867Case>& all, Cases cases) {
  all.insert(all.end(), cases.begin(), cases.end());
}

const std::vector<Rfc8867Case>& all_cases() {
  static const std::vector<Rfc8867Case> cases = [] {
    std::vector<Rfc8867Case> all;
    add(all, rfc8867_single_bottleneck_cases());
    add(all, rfc8867_competition_cases());
    add(all, rfc8867_optional_cases());
    return all;
  }();
  return cases;
}

// A plain function for each case, since a scenario holds a function pointer.
template <std::size_t index>
Findings judge(const RunRecords& records) {
  return judge_rfc8867(all_cases()[index], records);
}

template <std::size_t... index>
std::vector<Scenario> scenarios_of(std::index_sequence<index...>) {
  std::vector<Scenario> scenarios;
  const auto add_one = [&](const Rfc8867Case& test, Findings (*judge)(const RunRecords&)) {
    scenarios.push_back({"8867-" + test.section, "RFC 8867, section " + test.section + ": " + test.title, test.shows,
                         rfc8867_runs(test), judge});
  };
  (add_one(all_cases()[index], judge<index>), ...);
  return scenarios;
}

}  // namespace

std::string rfc8867_greedy_run(const std::string& controller, std::optional<DataRate> rate) {
  if (!rate) return controller + ",greedy";
  return controller + ",greedy," + std::to_string(static_cast<int>(rate->bps() / 1e3)) + "kbps";
}

const std::vector<std::string>& rfc8867_controllers() {
  static const std::vector<std::string> controllers{"darc", "ldcc", "arc", "tfrc", "nada", "gcc", "scream"};
  return controllers;
}

std::vector<RunPlan> rfc8867_runs(const Rfc8867Case& test) {
  std::vector<RunPlan> runs;
  for (const auto& variant : test.variants) {
    for (const std::string& controller : rfc8867_controllers()) runs.push_back(run_of(test, variant, controller));
  }
  for (const char* controller : {"ldcc", "nada"}) {
    if (test.section == "5.5") runs.push_back(greedy_run_of(test, controller));
    if (test.section != "5.1") continue;
    for (const DataRate rate : rfc8867_equilibrium_rates) runs.push_back(greedy_run_of(test, controller, rate));
  }
  return runs;
}

std::vector<Scenario> rfc8867_scenarios() { return scenarios_of(std::make_index_sequence<10>()); }

}  // namespace evenkeel::lab
