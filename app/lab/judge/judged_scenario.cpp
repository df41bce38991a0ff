#include "app/lab/judge/judged_scenario.h"

#include <algorithm>
#include <exception>

#include "app/lab/record/folder_reader.h"
#include "core/base/quantity.h"

namespace evenkeel::lab {
namespace {

/// Sorts by the order of the plan, not of the folders.
std::size_t place_of(const Scenario& scenario, const std::string& run) {
  const auto is_it = [&](const RunPlan& plan) { return plan.name == run; };
  const auto found = std::find_if(scenario.runs.begin(), scenario.runs.end(), is_it);
  return static_cast<std::size_t>(found - scenario.runs.begin());
}

bool is_full(const Scenario& scenario, const RunRecords& records) {
  return std::all_of(scenario.runs.begin(), scenario.runs.end(), [&](const RunPlan& plan) {
    const RunRecord* run = records.find(plan.name);
    return run != nullptr && run->duration >= plan.duration;
  });
}

std::string read_runs(const FoundScenario& found, JudgedScenario& judged, RunRecords& records) {
  for (const std::string& path : found.runs) {
    auto run = read_run_folder(path);
    if (!run) return run.error;
    if (records.runs.empty()) judged.choices = run.value->choices;
    records.runs.push_back(std::move(run.value->record));
  }
  std::stable_sort(records.runs.begin(), records.runs.end(), [&](const RunRecord& a, const RunRecord& b) {
    return place_of(*judged.scenario, a.name) < place_of(*judged.scenario, b.name);
  });
  return {};
}

std::string judge_records(const RunRecords& records, JudgedScenario& judged) {
  try {
    if (judged.scenario->judge != nullptr) judged.findings = judged.scenario->judge(records);
  } catch (const std::exception& thrown) {
    return "The runs in '" + judged.folder + "' cannot be judged: " + thrown.what() + ".";
  }
  return {};
}

std::ptrdiff_t rank(const Scenario* scenario) {
  return scenario == nullptr ? std::ssize(scenarios()) : scenario - scenarios().data();
}

}  // namespace

Parsed<JudgedScenario> judge_found(const FoundScenario& found) {
  JudgedScenario judged;
  judged.folder = found.folder.empty() ? "." : found.folder;
  judged.scenario = find_scenario(found.id);
  if (judged.scenario == nullptr) {
    return {std::nullopt, "The runs in '" + judged.folder + "' are of the scenario '" + found.id +
                              "', which is unknown; see 'evenkeel-sim list'."};
  }
  RunRecords records;
  std::string error = read_runs(found, judged, records);
  if (error.empty()) error = judge_records(records, judged);
  if (!error.empty()) return {std::nullopt, error};
  judged.found = records.runs.size();
  judged.full = is_full(*judged.scenario, records);
  return {std::move(judged), ""};
}

std::vector<FoundScenario> in_order(std::vector<FoundScenario> found) {
  std::stable_sort(found.begin(), found.end(), [](const FoundScenario& a, const FoundScenario& b) {
    return rank(find_scenario(a.id)) < rank(find_scenario(b.id));
  });
  return found;
}

std::string shortfall_of(const JudgedScenario& judged) {
  if (judged.full) return {};
  const std::size_t planned = judged.scenario->runs.size();
  std::string what = "runs are shorter than planned";
  if (judged.found < planned) {
    what = "only " + std::to_string(judged.found) + " of " + std::to_string(planned) + " runs were found";
  }
  return what + ": claims on missing data are not judged";
}

std::string command_of(const JudgedScenario& judged) {
  const Choices& choices = judged.choices;
  std::string text = "evenkeel-sim run " + judged.scenario->id;
  if (!choices.controller.empty()) text += " --controller " + choices.controller;
  for (const auto& [key, value] : choices.settings) text += " --set " + key + '=' + value;
  if (choices.seed != 1) text += " --seed " + std::to_string(choices.seed);
  if (choices.duration > Duration::zero()) text += " --duration " + format_duration(choices.duration);
  if (!choices.link_trace.empty()) text += " --link-trace " + choices.link_trace;
  if (choices.quick) text += " --quick";
  return text;
}

std::string verdict_of(const Claim& claim) {
  if (!claim.judged) return "not judged";
  return claim.holds ? "holds" : "does not hold";
}

bool is_broken(const Claim& claim, const Strictness& strictness) {
  if (!claim.judged && claim.native) return false;  // evenkeel-sim does not make real calls
  const bool fails_as_known = strictness.as_known && !claim.must_hold && !claim.by_draw;
  if (!claim.judged) return strictness.full && !fails_as_known;
  return strictness.as_known ? deviates(claim) : !claim.holds;
}

}  // namespace evenkeel::lab
