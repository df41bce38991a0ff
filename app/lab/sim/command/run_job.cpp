#include "app/lab/sim/command/run_job.h"

#include <algorithm>

#include "app/lab/record/folder_writer.h"
#include "app/lab/record/run_identity.h"
#include "app/lab/sim/network/run_network.h"

namespace evenkeel::sim {
namespace {

/// As long as it was run where another controller has given it another name.
Duration planned_in_full(const lab::Scenario& scenario, const lab::RunPlan& run) {
  const auto is_it = [&](const lab::RunPlan& plan) { return plan.name == run.name; };
  const auto found = std::find_if(scenario.runs.begin(), scenario.runs.end(), is_it);
  return found == scenario.runs.end() ? run.duration : found->duration;
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

}  // namespace evenkeel::sim
