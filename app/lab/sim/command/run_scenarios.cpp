#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <thread>

#include "app/files/output_folder.h"
#include "app/lab/record/folder_writer.h"
#include "app/lab/record/run_description.h"
#include "app/lab/sim/command/commands.h"
#include "app/lab/sim/command/run_job.h"
#include "app/lab/sim/command/run_progress.h"
#include "app/lab/sim/command/scenario_choice.h"
#include "app/lab/sim/network/link_capacity.h"
#include "app/process/program_end.h"

namespace evenkeel::sim {
namespace {

namespace fs = std::filesystem;

int say(const std::string& sentence, int status) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  return status;
}

/// Returns one sentence if --controller does not apply to a scenario.
std::string check_controller(const std::string& controller, const std::vector<const lab::Scenario*>& scenarios) {
  for (const lab::Scenario* scenario : scenarios) {
    if (controller.empty() || lab::can_be_chosen(*scenario)) continue;
    return "--controller: the flows of " + scenario->id +
           " have fixed controllers, because the scenario is about them.";
  }
  return {};
}

/// Returns one sentence if --link-trace does not apply to the scenarios.
std::string check_trace(const std::string& trace, const std::vector<const lab::Scenario*>& scenarios) {
  if (trace.empty()) return {};
  for (const lab::Scenario* scenario : scenarios) {
    if (!lab::can_follow_trace(*scenario)) return "--link-trace: no link of " + scenario->id + " follows a trace.";
  }
  lab::LinkPlan link;
  link.trace = trace;
  return link_capacity(link).error;
}

std::string make_folder(const std::string& path) {
  std::error_code failed;
  fs::create_directories(path, failed);
  if (!failed) (void)OutputFolder::open(path, failed);
  std::string why = failed ? failed.message() : "";
  if (why.empty() && access(path.c_str(), W_OK) != 0) why = std::strerror(errno);
  return why.empty() ? "" : "Cannot write to the folder '" + path + "': " + why + "; give another one by --out.";
}

/// Removes jobs whose runs exist already; returns how many.
std::size_t skip_finished(SharedRuns& runs) {
  const auto is_there = [](const RunJob& job) { return lab::holds_run(job.path, job.run); };
  return std::erase_if(runs.jobs, is_there) +
         std::erase_if(runs.copies, [&](const SharedRuns::Copy& copy) { return is_there(copy.job); });
}

struct Copied {
  std::size_t done = 0;
  std::size_t failed = 0;
};

/// The runs they are copied from may be missing.
Copied copy_all(const std::vector<SharedRuns::Copy>& copies) {
  Copied copied;
  for (const auto& copy : copies) {
    if (!lab::holds_run(copy.from, copy.of)) continue;
    const std::string error = lab::copy_run(copy.from, copy.job.path, copy.job.run);
    if (error.empty()) ++copied.done;
    if (!error.empty()) copied.failed += static_cast<std::size_t>(say(error, 1));
  }
  return copied;
}

/// Removes the leftovers of killed processes, and empty folders.
void remove_unfinished(const std::vector<RunJob>& jobs) {
  for (const RunJob& job : jobs) {
    std::error_code ignored;
    fs::remove_all(lab::FolderWriter::unfinished(job.path), ignored);
    fs::remove(fs::path(job.path).parent_path(), ignored);  // fails if it is not empty
  }
}

RunProgress progress_of(const std::vector<RunJob>& jobs) {
  std::vector<RunProgressItem> items;
  for (const RunJob& job : jobs) items.push_back({job.name, job.length()});
  return RunProgress(std::move(items));
}

std::size_t at_once(const SimCommandLine& line) {
  return line.jobs > 0 ? line.jobs : std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
}

void run_all(const std::vector<RunJob>& jobs, const SimCommandLine& line, RunProgress& progress) {
  std::vector<ProcessJob> processes;
  for (const RunJob& job : jobs) {
    processes.push_back({job.name, [&job](const JobReport& report) { return execute(job, report); }});
  }
  catch_stop_signals();
  run_jobs(processes, at_once(line), stop_requested, progress);
  progress.finish();
  remove_unfinished(jobs);
}

std::string runs_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " run" : " runs"); }

/// Counts of runs by outcome.
struct Outcome {
  std::size_t planned = 0;
  std::size_t there = 0;  ///< before
  std::size_t made = 0;
  std::size_t copied = 0;
  std::size_t failed = 0;
};

int conclude(const Outcome& runs, const std::string& out) {
  std::string text = runs_text(runs.made + runs.copied) + " done, in '" + out + "'";
  if (runs.copied > 0) text += ", " + std::to_string(runs.copied) + " of them copies of the same simulation";
  if (runs.there > 0) text += "; " + runs_text(runs.there) + " existed already";
  std::printf("%s.\n", text.c_str());
  if (runs.failed > 0) return say(runs_text(runs.failed) + " failed.", 1);
  if (runs.made + runs.copied == runs.planned) return 0;
  return say("Ended after " + std::to_string(runs.made + runs.copied) + " of " + runs_text(runs.planned) +
                 "; repeat the command with --resume to run the others.",
             1);
}

}  // namespace

int run_scenarios(const SimCommandLine& line, const std::vector<std::string>& command_line) {
  const auto chosen = choose_scenarios(lab::scenarios(), line.ids);
  if (!chosen.error.empty()) return say(chosen.error, 2);
  if (const std::string error = check_controller(line.choices.controller, chosen.scenarios); !error.empty()) {
    return say(error, 2);
  }
  if (const std::string error = check_trace(line.choices.link_trace, chosen.scenarios); !error.empty()) {
    return say(error, 2);
  }
  if (const std::string error = make_folder(line.out); !error.empty()) return say(error, 1);
  SharedRuns runs = share_runs(plan_jobs(chosen.scenarios, line, command_line));
  const std::size_t there = line.resume ? skip_finished(runs) : 0;
  RunProgress progress = progress_of(runs.jobs);
  run_all(runs.jobs, line, progress);
  const Copied copied = copy_all(runs.copies);
  return conclude(
      {runs.jobs.size() + runs.copies.size(), there, progress.done(), copied.done, progress.failed() + copied.failed},
      line.out);
}

}  // namespace evenkeel::sim
