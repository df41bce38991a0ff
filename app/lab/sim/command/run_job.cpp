#include "app/lab/sim/command/run_job.h"

#include <algorithm>
#include <map>
#include <utility>

#include "app/lab/record/folder_writer.h"
#include "app/lab/record/run_description.h"
#include "app/lab/sim/network/run_network.h"

namespace evenkeel::sim {
namespace {

/// The duration as planned in full; the run's own if another controller has changed its name.
Duration planned_in_full(const lab::Scenario& scenario, const lab::RunPlan& run) {
  const auto is_it = [&](const lab::RunPlan& plan) { return plan.name == run.name; };
  const auto found = std::find_if(scenario.runs.begin(), scenario.runs.end(), is_it);
  return found == scenario.runs.end() ? run.duration : found->duration;
}

/// Empty for a computation, whose description is incomplete.
std::string identity_key(const RunJob& job) {
  if (!std::holds_alternative<lab::NetworkRun>(job.plan.what)) return {};
  return job.run.at("configuration").dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         job.run.at("seed").dump();
}

}  // namespace

Duration RunJob::length() const {
  return std::holds_alternative<lab::NetworkRun>(plan.what) ? plan.duration : Duration(1s);
}

std::vector<RunJob> plan_jobs(const std::vector<const lab::Scenario*>& scenarios, const SimCommandLine& line,
                              const std::vector<std::string>& command_line) {
  std::vector<RunJob> jobs;
  for (const lab::Scenario* scenario : scenarios) {
    for (lab::RunPlan& plan : lab::planned_runs(*scenario, line.choices)) {
      const lab::RunIdentity identity{scenario->id, line.choices, planned_in_full(*scenario, plan)};
      const std::string name = scenario->id + '/' + plan.name;
      auto run = lab::describe_run(identity, plan, command_line);
      jobs.push_back({name, line.out + '/' + name, std::move(plan), std::move(run)});
    }
  }
  return jobs;
}

std::string execute(const RunJob& job, const JobReport& report) {
  const auto* network = std::get_if<lab::NetworkRun>(&job.plan.what);
  lab::FolderWriter writer(job.path, job.run, network != nullptr && network->log_packets, report);
  std::string error;
  if (network != nullptr) {
    error = run_network(job.plan, job.plan.seed, writer);
  } else {
    std::get<lab::Computation>(job.plan.what)(job.plan.seed, writer);
  }
  if (writer.stopped()) return {};
  return error.empty() ? writer.finish() : error;
}

SharedRuns share_runs(std::vector<RunJob> jobs) {
  SharedRuns shared;
  std::map<std::string, std::size_t> made;  // index by key
  for (RunJob& job : jobs) {
    const std::string key = identity_key(job);
    const auto first = key.empty() ? made.end() : made.find(key);
    if (first != made.end()) {
      const RunJob& original = shared.jobs[first->second];
      shared.copies.push_back({std::move(job), original.path, original.run});
      continue;
    }
    if (!key.empty()) made.emplace(key, shared.jobs.size());
    shared.jobs.push_back(std::move(job));
  }
  return shared;
}

}  // namespace evenkeel::sim
