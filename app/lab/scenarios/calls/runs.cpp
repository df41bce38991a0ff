#include <algorithm>
#include <utility>

#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/calls/parts.h"
#include "app/lab/scenarios/calls/random.h"
#include "app/lab/scenarios/catalogue.h"

namespace evenkeel::lab {
namespace {

/// The other flows begin up to this much later; media flows begin as planned.
constexpr Duration latest_start = 500ms;

std::vector<FlowPlan> flows_of(const CallsVariant& variant, const std::string& controller, int seed) {
  std::vector<FlowPlan> flows;
  for (const auto& media : variant.media) flows.push_back(calls_media(variant, media, controller));
  for (FlowPlan& flow : staggered(variant.others, static_cast<std::uint64_t>(seed), latest_start)) {
    flows.push_back(std::move(flow));
  }
  return flows;
}

RunPlan run_of(CallsVariant variant, const std::string& controller, int seed) {
  if (variant.with_seed != nullptr) variant.with_seed(variant, static_cast<std::uint64_t>(seed));
  RunPlan run = network_run(calls_run_name(controller, variant, seed), variant.length, variant.network,
                            flows_of(variant, controller, seed));
  std::get<NetworkRun>(run.what).measured = variant.measured;
  run.seed = static_cast<std::uint64_t>(seed);
  run.quick = variant.quick && controller == calls_controllers().front();
  return run;
}

const std::vector<CallsCase>& all_cases() {
  static const std::vector<CallsCase> cases = [] {
    std::vector<CallsCase> all;
    for (auto* some : {calls_alone_cases, calls_shared_cases, calls_impaired_cases}) {
      for (CallsCase& test : some()) all.push_back(std::move(test));
    }
    std::sort(all.begin(), all.end(), [](const CallsCase& a, const CallsCase& b) { return a.letter < b.letter; });
    return all;
  }();
  return cases;
}

// A plain function for each case, since a scenario holds a function pointer.
template <std::size_t index>
Findings judge(const RunRecords& records) {
  return judge_calls(all_cases()[index], records);
}

template <std::size_t... index>
std::vector<Scenario> scenarios_of(std::index_sequence<index...>) {
  std::vector<Scenario> scenarios;
  const auto add_one = [&](const CallsCase& test, Findings (*judge)(const RunRecords&)) {
    scenarios.push_back(
        {"C-" + test.letter, "calls, case " + test.letter + ": " + test.title, test.shows, calls_runs(test), judge});
  };
  (add_one(all_cases()[index], judge<index>), ...);
  return scenarios;
}

}  // namespace

const std::vector<std::string>& calls_controllers() {
  static const std::vector<std::string> controllers{"darc", "ldcc", "arc", "gcc", "scream"};
  return controllers;
}

std::string calls_row_name(const std::string& controller, const CallsVariant& variant) {
  return controller + (variant.name.empty() ? "" : "," + variant.name);
}

std::string calls_run_name(const std::string& controller, const CallsVariant& variant, int seed) {
  const std::string number = std::to_string(seed);
  return calls_row_name(controller, variant) + ",s=" + (number.size() < 2 ? "0" : "") + number;
}

std::vector<RunPlan> calls_runs(const CallsCase& test) {
  std::vector<RunPlan> runs;
  for (const CallsVariant& variant : test.variants) {
    for (const std::string& controller : calls_controllers()) {
      for (int seed = 1; seed <= calls_seeds; ++seed) runs.push_back(run_of(variant, controller, seed));
    }
  }
  return runs;
}

std::vector<Scenario> calls_scenarios() {
  std::vector<Scenario> all = scenarios_of(std::make_index_sequence<14>());
  for (Scenario& scenario : calls_random_scenarios()) all.push_back(std::move(scenario));
  return all;
}

}  // namespace evenkeel::lab
