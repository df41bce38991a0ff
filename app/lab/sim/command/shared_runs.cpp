#include "app/lab/sim/command/shared_runs.h"

#include <map>
#include <utility>

namespace evenkeel::sim {
namespace {

/// Empty for a computation, whose description does not say all.
std::string essence(const RunJob& job) {
  if (!std::holds_alternative<lab::NetworkRun>(job.plan.what)) return {};
  return job.run.at("configuration").dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         job.run.at("seed").dump();
}

}  // namespace

SharedRuns share_runs(std::vector<RunJob> jobs) {
  SharedRuns shared;
  std::map<std::string, std::size_t> made;  // places by essence
  for (RunJob& job : jobs) {
    const std::string key = essence(job);
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
