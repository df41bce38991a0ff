#include "app/bench/command/run_bench.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/bench/command/bench_progress.h"
#include "app/bench/drawing/draw_figures.h"
#include "app/bench/native/native_run.h"
#include "app/bench/recovery/recovery_table.h"
#include "app/bench/studies/study.h"
#include "app/files/private_file.h"
#include "app/process/program_end.h"
#include "app/record/recording_place.h"
#include "app/record/result_files.h"
#include "app/version/program_version.h"
#include "core/base/quantity.h"

namespace evenkeel::bench {
namespace {

// The folder of --out: a CSV file per table and figure, bench.json. Each function returns an empty string, or one
// sentence that says what failed.

std::string write_text(const std::string& path, const std::string& text) {
  const std::error_code error = replace_file(path, text, Readers::by_umask);
  return error ? "Cannot write " + path + ": " + error.message() + "; choose another folder by --out." : "";
}

std::string make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error) (void)OutputFolder::open(path, error);
  if (!error) return {};
  return "Cannot make the folder " + path + " (" + error.message() + "): choose another (--out).";
}

std::string write_json(const std::string& path, const nlohmann::ordered_json& json) {
  return write_text(path + "/bench.json", json.dump(2) + "\n");
}

std::string write_table(const std::string& path, const Table& table) {
  return write_text(path + "/" + table.name + ".csv", csv_of(table));
}

std::string write_outcome(const std::string& path, const StudyOutcome& outcome) {
  for (const Table& table : outcome.tables) {
    if (std::string error = write_table(path, table); !error.empty()) return error;
  }
  for (const Figure& figure : outcome.figures) {
    if (std::string error = write_table(path, table_of(figure)); !error.empty()) return error;
  }
  return {};
}

std::string name_of(const SendPlan& plan) {
  std::string name = plan.name() + " at " + format_rate(plan.rate);
  for (const auto& [parameter, value] : plan.parameters) name += " " + parameter + "=" + value;
  if (plan.realtime) name += " SCHED_FIFO";
  return name;
}

BenchProgress progress_of(const std::vector<Study>& studies) {
  std::size_t count = 0;
  Duration total{};
  for (const Study& study : studies) {
    count += study.plans.size();
    for (const SendPlan& plan : study.plans) total += plan.duration;
  }
  return {count, total};
}

NativeSetup setup_of(const BenchOptions& options) {
  NativeSetup setup;
  setup.to = options.to;
  setup.sender_cpu = options.cpu;
  setup.receiver_cpu = options.cpu == 0 ? 1 : 0;
  return setup;
}

std::vector<SendRun> run_plans(const BenchOptions& options, const Study& study, BenchProgress& progress) {
  std::vector<SendRun> runs;
  for (const SendPlan& plan : study.plans) {
    progress.begin(name_of(plan), plan.duration);
    runs.push_back(run_natively(plan, setup_of(options), stop_flag(), [&](double share) { progress.part(share); }));
    progress.end();
    if (stop_requested()) continue;  // the remaining runs fail at once
    for (const std::string& note : runs.back().notes) progress.say(name_of(plan) + ": " + note);
    if (!runs.back().failure.empty()) progress.say(name_of(plan) + ": " + runs.back().failure);
  }
  return runs;
}

Table table_of(const std::vector<Claim>& claims) {
  Table table{"claims", "Claims", {"source", "claim", "expected", "measured", "holds", "where", "why"}, {}};
  for (const Claim& claim : claims) {
    table.rows.push_back({claim.source, claim.statement, claim.expected, claim.measured, claim.holds ? "yes" : "no",
                          claim.native ? "this machine" : "virtual time", claim.why});
  }
  return table;
}

void print_claims(const std::vector<Claim>& claims) {
  std::printf("Claims\n\n");
  for (const Claim& claim : claims) {
    std::printf("%s  %s: %s; expected %s, measured %s%s\n", claim.holds ? "holds        " : "does not hold",
                claim.source.c_str(), claim.statement.c_str(), claim.expected.c_str(), claim.measured.c_str(),
                claim.native ? " [this machine]" : "");
    if (!claim.holds && !claim.why.empty()) std::printf("               %s\n", claim.why.c_str());
  }
  std::printf("\n");
}

void append(std::vector<Claim>& all, const std::vector<Claim>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

std::string write_all(const std::string& folder, const std::vector<StudyOutcome>& outcomes,
                      const std::vector<Claim>& claims) {
  std::vector<Figure> figures;
  for (const StudyOutcome& outcome : outcomes) {
    if (std::string error = write_outcome(folder, outcome); !error.empty()) return error;
    figures.insert(figures.end(), outcome.figures.begin(), outcome.figures.end());
  }
  if (std::string error = write_table(folder, table_of(claims)); !error.empty()) return error;
  return draw_figures(figures, folder);
}

std::string interrupted(const Table& table, const BenchOptions& options) {
  return "Interrupted after " + std::to_string(table.rows.size()) + (table.rows.size() == 1 ? " call" : " calls") +
         (options.out ? ": no table was written to '" + *options.out + "'." : ", before the table was whole.");
}

int verdict(const BenchOptions& options, const std::vector<Claim>& claims) {
  const auto broken = std::count_if(claims.begin(), claims.end(), [](const Claim& c) { return !is_as_known(c); });
  if (broken > 0) std::fprintf(stderr, "Claims in virtual time that broke: %td.\n", broken);
  return options.check && broken > 0 ? 1 : 0;
}

}  // namespace

int run_bench(const BenchOptions& options, const std::vector<std::string>& command_line) {
  if (options.out) {
    std::string error = make_folder(*options.out);
    if (error.empty()) error = write_json(*options.out, describe_program("evenkeel", commit(), command_line));
    if (!error.empty()) return fail(error);
  }
  catch_stop_signals();
  const std::vector<Study> studies = make_studies(options);
  BenchProgress progress = progress_of(studies);
  std::vector<StudyOutcome> outcomes;
  std::vector<Claim> claims;
  bool nothing_ran = false;
  for (const Study& study : studies) {
    const auto runs = run_plans(options, study, progress);
    nothing_ran |= !runs.empty() && std::none_of(runs.begin(), runs.end(), [](auto& r) { return r.failure.empty(); });
    progress.say("evaluating: " + study.title);
    outcomes.push_back(study.evaluate(runs, stop_requested));
    append(claims, outcomes.back().claims);
    for (const Table& table : outcomes.back().tables) std::printf("%s\n", text_of(table).c_str());
    std::fflush(stdout);
  }
  progress.finish();
  print_claims(claims);
  if (options.out) {
    if (const std::string error = write_all(*options.out, outcomes, claims); !error.empty()) return fail(error);
  }
  if (nothing_ran && !stop_requested()) return 1;  // each run has reported why
  return verdict(options, claims);
}

int run_recovery_bench(const BenchOptions& options) {
  RecordingPlace place;
  if (options.out) place = RecordingPlace::folder(*options.out, options.overwrite, "recovery.csv");
  if (!place.error().empty()) return fail(place.error());
  if (!place.notice().empty()) std::fprintf(stderr, "%s\n", place.notice().c_str());
  catch_stop_signals();
  const Table table = recovery_table(options.duration, stop_requested);
  if (!table.rows.empty()) std::printf("%s\n", text_of(table).c_str());
  if (stop_requested()) return fail(interrupted(table, options));
  const std::string error = options.out ? write_table(place.path(), table) : "";
  return error.empty() ? 0 : fail(error);
}

int run_receiver(const std::string& bind) {
  catch_stop_signals();
  const std::string error = serve_receiver(bind, stop_flag());
  return error.empty() ? 0 : fail(error);
}

}  // namespace evenkeel::bench
