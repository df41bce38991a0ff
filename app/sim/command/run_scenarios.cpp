#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <thread>

#include "app/lab/record/folder_writer.h"
#include "app/lab/record/run_identity.h"
#include "app/process/stop_signal.h"
#include "app/sim/command/commands.h"
#include "app/sim/command/run_job.h"
#include "app/sim/command/run_progress.h"
#include "app/sim/command/scenario_choice.h"

namespace evenkeel::sim {
namespace {

namespace fs = std::filesystem;

int say(const std::string& sentence, int status) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  return status;
}

std::string make_folder(const std::string& path) {
  std::error_code failed;
  fs::create_directories(path, failed);
  std::string why = failed ? failed.message() : "";
  if (why.empty() && access(path.c_str(), W_OK) != 0) why = std::strerror(errno);
  return why.empty() ? "" : "Cannot write to the folder '" + path + "': " + why + "; give another one by --out.";
}

/// Takes away what is there already; returns how many.
std::size_t pass_over_finished(std::vector<RunJob>& jobs) {
  const auto is_there = [](const RunJob& job) { return lab::holds_run(job.path, job.run); };
  const auto kept = std::remove_if(jobs.begin(), jobs.end(), is_there);
  const auto count = static_cast<std::size_t>(jobs.end() - kept);
  jobs.erase(kept, jobs.end());
  return count;
}

/// What a process left that was killed, and folders in which nothing is.
void remove_unfinished(const std::vector<RunJob>& jobs) {
  for (const RunJob& job : jobs) {
    std::error_code ignored;
    fs::remove_all(lab::FolderWriter::unfinished(job.path), ignored);
    fs::remove(fs::path(job.path).parent_path(), ignored);  // fails where there is something in it
  }
}

RunProgress progress_of(const std::vector<RunJob>& jobs) {
  std::vector<RunProgressItem> items;
  for (const RunJob& job : jobs) items.push_back({job.name, job.length()});
  return RunProgress(std::move(items));
}

std::size_t at_once(const CommandLine& line) {
  return line.jobs > 0 ? line.jobs : std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
}

void run_all(const std::vector<RunJob>& jobs, const CommandLine& line, RunProgress& progress) {
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

int conclude(const RunProgress& progress, std::size_t planned, std::size_t there, const std::string& out) {
  std::printf("%s done, in '%s'%s.\n", runs_text(progress.done()).c_str(), out.c_str(),
              there > 0 ? (", where " + runs_text(there) + " had been before").c_str() : "");
  if (progress.failed() > 0) return say(runs_text(progress.failed()) + " failed.", 1);
  if (progress.done() == planned) return 0;
  return say("Ended after " + std::to_string(progress.done()) + " of " + runs_text(planned) +
                 "; the same command with --resume makes the others.",
             1);
}

}  // namespace

int run_scenarios(const CommandLine& line, const std::vector<std::string>& command_line) {
  const auto chosen = choose_scenarios(lab::scenarios(), line.ids);
  if (!chosen.error.empty()) return say(chosen.error, 2);
  if (const std::string error = make_folder(line.out); !error.empty()) return say(error, 1);
  auto jobs = plan_jobs(chosen.scenarios, line, command_line);
  const std::size_t there = line.resume ? pass_over_finished(jobs) : 0;
  RunProgress progress = progress_of(jobs);
  run_all(jobs, line, progress);
  return conclude(progress, jobs.size(), there, line.out);
}

}  // namespace evenkeel::sim
