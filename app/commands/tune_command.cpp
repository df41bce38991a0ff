#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/call/run_description.h"
#include "app/cli/config_file.h"
#include "app/commands/commands.h"
#include "app/commands/settings_notice.h"
#include "app/commands/tune_json.h"
#include "app/commands/tune_path.h"
#include "app/commands/tune_report.h"
#include "app/lab/tuning/find_parameters.h"
#include "app/lab/tuning/search_space.h"
#include "app/process/program_end.h"
#include "app/process/progress_line.h"
#include "app/record/recording_place.h"
#include "core/base/quantity.h"

namespace evenkeel {
namespace {

using tuning::TuningProgress;
using tuning::TuningResult;
using tuning::TuningStage;

/// One thread per processor, as long as there are jobs.
void run_in_threads(std::size_t count, const std::function<void(std::size_t)>& job) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) job(i);
  };
  std::vector<std::jthread> threads;
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  while (threads.size() + 1 < std::min(count, processors)) threads.emplace_back(work);
  work();
}

void print_line(const std::string& line) {
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);  // whoever reads it waits for it
}

/// For people, or for programs.
class TuneOutput {
 public:
  explicit TuneOutput(bool json) : json_(json) {}

  void show_path(const std::string& place, const std::string& text) {
    json_ ? print_line(path_line(text)) : line_.say("path: " + place + text);
  }
  void show(const TuningProgress& progress) {
    if (json_) return print_line(progress_line(progress));
    const std::string text = text_of(progress);
    if (line_.on_terminal()) return line_.draw(text);
    const bool worth_a_line = progress.stage != stage_ || progress.tried >= told_ + lines_apart || told_ == 0;
    if (!worth_a_line) return;
    stage_ = progress.stage;
    told_ = progress.tried;
    line_.say(text);
  }
  void say(const std::string& text) { line_.say(text); }
  void erase() { line_.erase(); }

 private:
  static constexpr int lines_apart = 25;  // sets between two lines where there is no terminal

  static std::string text_of(const TuningProgress& p) {
    const auto measure = [](const tuning::PathMeasure& m) {
      return format_ratio(m.use, 3) + " of the link, queue " + format_number(m.queue_p95_ms, 3) + " ms";
    };
    const std::string how = p.stage == TuningStage::global  ? " (all over the range)"
                            : p.stage == TuningStage::local ? " (around the best)"
                                                            : "; comparing on other calls";
    return std::to_string(p.tried) + " of " + std::to_string(p.planned) + " sets tried" + how + ": now " +
           measure(p.now.measure) + "; best " + measure(p.best.measure);
  }

  bool json_;
  ProgressLine line_;
  TuningStage stage_ = TuningStage::local;
  int told_ = 0;
};

tuning::Settings settings_of(const CallOptions& options) {
  tuning::Settings settings;
  const std::string prefix = options.controller + '.';
  for (const auto& [key, text] : options.settings) {
    if (key.starts_with(prefix)) settings.emplace_back(key.substr(prefix.size()), text);
  }
  return settings;
}

tuning::TuningRequest request_of(const TuneOptions& tune, const CallOptions& options, const tuning::TuningPath& path,
                                 tuning::GoalKind goal) {
  tuning::TuningRequest request;
  request.path = path;
  request.controller = options.controller;
  request.now = settings_of(options);
  request.search = tune.search;
  request.goal.kind = goal;
  request.goal.least_use = tune.least_use;
  if (tune.longest_queue) request.goal.longest_queue_ms = to_milliseconds(*tune.longest_queue);
  request.evaluations = tune.evaluations;
  request.seed = options.seed;
  return request;
}

/// The configuration of calls that differs from that of now by the found parameters alone.
std::string write_found(const std::string& path, CallOptions options, const TuningResult& result) {
  options.link.reset();
  options.link_schedule.reset();
  options.link_trace.reset();
  options.out.reset();
  options.duration.reset();
  options.seed = CallOptions().seed;
  for (const auto& [name, text] : changed_settings(result)) {
    replace_setting(options, options.controller + '.' + name, text);
  }
  return write_config_file(path, options);
}

std::string check_place(const TuneOptions& tune, const CallOptions& options) {
  std::error_code unknown;
  if (!tune.write || options.overwrite || !std::filesystem::exists(*tune.write, unknown)) return {};
  return "'" + *tune.write + "' exists: choose another file for --write, or add --overwrite.";
}

void print_result(const TuneOptions& tune, const tuning::TuningRequest& request, const TuningResult& result) {
  if (tune.json) {
    print_line(result_line(result));
  } else {
    std::printf("%s", tune_text(request, result).c_str());
  }
}

/// Writes what --write asks for; why that cannot be, or the search was incomplete.
std::string keep_result(const TuneOptions& tune, const CallOptions& options, const TuningResult& result) {
  if (tune.write && result.better) {
    const std::string error = write_found(*tune.write, options, result);
    if (!error.empty()) return error;
  }
  return result.stopped ? "Interrupted: the best so far was not compared on other calls." : "";
}

}  // namespace

int run_tune(const TuneOptions& tune, const CallOptions& options, const std::vector<std::string>& command_line) {
  const auto goal = tuning::parse_goal(tune.goal);
  if (!goal) return std::fprintf(stderr, "--goal: %s\n", goal.error.c_str()), 2;
  const auto space = tuning::SearchSpace::make(options.controller, settings_of(options), tune.search);
  if (!space) return std::fprintf(stderr, "%s\n", space.error.c_str()), 2;
  if (const std::string error = check_place(tune, options); !error.empty()) return fail(error);
  const auto path = tune_path(tune, options);
  if (!path) return refuse(path.error);
  const std::string path_text = path.value->place + path.value->path.text;
  if (tune.dry_run) return print_line(tune.json ? path_line(path.value->path.text) : path_text), 0;
  RecordingPlace place;
  if (options.out) place = RecordingPlace::folder(*options.out, options.overwrite, "tune.json");
  if (!place.error().empty()) return fail(place.error());

  catch_stop_signals();
  survive_broken_pipes();
  TuneOutput progress(tune.json);
  if (!place.notice().empty()) progress.say(place.notice());
  const std::string unused = tune.write ? "" : settings_notice(options, {options.controller});  // which --write keeps
  if (!unused.empty()) progress.say(unused);
  progress.show_path(path.value->place, path.value->path.text);
  tuning::TuningHooks hooks;
  hooks.progress = [&](const TuningProgress& p) { progress.show(p); };
  hooks.stop = stop_requested;
  hooks.run_all = run_in_threads;
  const tuning::TuningRequest request = request_of(tune, options, path.value->path.path, *goal);
  const auto result = tuning::find_parameters(request, hooks);
  progress.erase();
  if (!result) return fail(result.error);

  print_result(tune, request, *result);
  std::string error;
  if (options.out) {
    error = write_tune_files(place.path(), describe_run(options, command_line), path_text, request, *result);
  }
  if (error.empty()) error = keep_result(tune, options, *result);
  if (!error.empty()) return fail(error);
  if (tune.write && !tune.json) print_line(written_text(*tune.write, *result));
  return 0;
}

}  // namespace evenkeel
