#include "app/window/run_reader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/algorithm_catalog.h"
#include "app/cli/shadow_event.h"
#include "app/files/untrusted_file.h"
#include "core/telemetry/csv_reader.h"
#include "core/telemetry/summary.h"

namespace evenkeel {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string last_part(const std::string& folder) {
  const fs::path path = fs::path(folder).lexically_normal();
  const std::string name = path.has_filename() ? path.filename().string() : path.parent_path().filename().string();
  std::error_code unknown;
  return name.empty() || name == "." ? fs::absolute(path, unknown).parent_path().filename().string() : name;
}

std::string check_folder(const std::string& folder) {
  std::error_code unknown;
  const std::string start = "Cannot open the run '" + folder + "': ";
  if (!fs::is_directory(folder, unknown)) {
    if (fs::exists(folder, unknown)) return start + "it is no folder; give one that --out wrote.";
    const bool missing = !unknown || unknown == std::errc::no_such_file_or_directory;
    return start + (missing ? "there is no such folder" : unknown.message()) + "; give one that --out wrote.";
  }
  const std::string reason = why_unreadable(folder + "/telemetry.csv");
  if (reason.empty()) return {};
  return start + "its telemetry.csv cannot be read (" + reason + "); give a folder that --out wrote.";
}

constexpr std::size_t rows_between_reports = 500;
constexpr Duration out_of_order = 10s;  // rows of several threads overtake each other by less than a second

std::string nothing_in(const std::string& path, const CsvEnd& end) {
  return "There is nothing to show in '" + path + "': " + (end.error.empty() ? "it has no rows." : end.error);
}

/// Rows go into the store as they come: of a file that is not in order that would take for ever, so it ends there.
class TelemetryReading {
 public:
  TelemetryReading(const std::string& path, RunData& run, const RunProgress& progress)
      : file_(path), run_(run), progress_(progress) {
    std::error_code unknown;
    size_ = static_cast<double>(fs::file_size(path, unknown));
  }

  CsvEnd read() {
    CsvEnd end = read_telemetry_csv(file_, [this](const Sample& row) { return take(row); });
    if (end.error.empty() && !in_order_) {
      end.error = "Row " + std::to_string(end.rows) + " is more than 10 s earlier than those before it.";
    }
    run_.summary = summary_.result();
    return end;
  }
  bool cancelled() const { return cancelled_; }

 private:
  bool take(const Sample& row) {
    in_order_ = row.time + out_of_order >= last_;
    if (!in_order_) return false;
    last_ = std::max(last_, row.time);
    run_.store.add(row);
    summary_.add(row);
    if (progress_ && ++rows_ % rows_between_reports == 0) cancelled_ = !progress_(share());
    return !cancelled_;
  }
  /// Of the file that is read; at its end there is no place any more.
  double share() {
    const auto place = static_cast<double>(file_.tellg());
    return place < 0 ? 1 : std::min(place / size_, 1.0);
  }

  std::ifstream file_;
  RunData& run_;
  const RunProgress& progress_;
  double size_ = 0;
  Summary summary_;
  Duration last_{Duration::min() / 2};
  std::size_t rows_ = 0;
  bool in_order_ = true;
  bool cancelled_ = false;
};

/// Returns what failed. False in `goes_on`: it was given up.
std::string read_telemetry(const std::string& folder, RunData& run, std::string& notice, const RunProgress& progress,
                           bool& goes_on) {
  if (std::string error = check_folder(folder); !error.empty()) return error;
  const std::string path = folder + "/telemetry.csv";
  TelemetryReading reading(path, run, progress);
  const CsvEnd end = reading.read();
  goes_on = !reading.cancelled();
  if (end.rows == 0) return nothing_in(path, end);
  if (!end.error.empty()) notice += "'" + path + "' is read up to an error: " + end.error + " ";
  return {};
}

void read_events(const std::string& folder, RunData& run, std::string& notice) {
  const std::string path = folder + "/events.csv";
  if (!why_unreadable(path).empty()) return;  // runs of older versions and of other programs have none
  std::ifstream file(path);
  auto table = read_events_csv(file);
  run.events = std::move(table.rows);
  if (!table.error.empty()) notice += "The events of '" + folder + "' are read up to an error: " + table.error + " ";
}

void read_configuration(const std::string& folder, RunData& run, std::string& notice) {
  const auto json = read_json(folder + "/run.json");
  if (!json || !json.value->is_object()) {
    const std::string reason = json.error.empty() ? "" : " (" + json.error + ")";
    notice += "What '" + folder + "' ran with is not known: its run.json cannot be read" + reason + ". ";
    return;
  }
  const Json& description = *json;
  if (const auto found = description.find("configuration"); found != description.end())
    run.configuration = flatten(*found);
  for (const char* key : {"version", "commit"}) {
    if (!description.contains(key)) continue;
    for (auto& [name, text] : flatten(Json{{key, description[key]}})) run.configuration[name] = std::move(text);
  }
  if (const auto found = run.configuration.find("controller"); found != run.configuration.end()) {
    run.law_terms = law_terms_of(found->second);
  }
}

/// Those at the beginning of the folder are in run.json, changes among the events.
void name_shadows(RunData& run) {
  if (const auto found = run.configuration.find("shadow"); found != run.configuration.end()) {
    CallOptions options;
    options.shadow = found->second;
    run.shadows.change(Duration(), shadow_names(options));
  }
  for (const RunEvent& event : run.events) {
    const auto names = event.kind == RunEvent::Kind::algorithm ? shadows_of_event(event.text) : std::nullopt;
    if (names) run.shadows.change(event.time, *names);
  }
}

}  // namespace

std::string check_run(const std::string& folder) {
  if (std::string error = check_folder(folder); !error.empty()) return error;
  const std::string path = folder + "/telemetry.csv";
  std::ifstream file(path);
  const CsvEnd end = read_telemetry_csv(file, [](const Sample&) { return false; });
  return end.rows == 0 ? nothing_in(path, end) : "";
}

Parsed<RunData> read_run(const std::string& folder, std::string& notice, const RunProgress& progress) {
  RunData run;
  run.name = last_part(folder);
  bool goes_on = true;
  if (std::string error = read_telemetry(folder, run, notice, progress, goes_on); !error.empty())
    return {std::nullopt, error};
  if (!goes_on) return {std::nullopt, ""};
  read_events(folder, run, notice);
  read_configuration(folder, run, notice);
  name_shadows(run);
  return {std::move(run), ""};
}

}  // namespace evenkeel
