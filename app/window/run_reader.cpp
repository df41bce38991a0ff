#include "app/window/run_reader.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/algorithm_catalog.h"
#include "app/cli/shadow_event.h"
#include "app/files/untrusted_file.h"
#include "core/telemetry/csv_reader.h"

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

std::string check_run(const std::string& folder) {
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

std::string read_telemetry(const std::string& folder, RunData& run, std::string& notice) {
  if (std::string error = check_run(folder); !error.empty()) return error;
  const std::string path = folder + "/telemetry.csv";
  std::ifstream file(path);
  const auto table = read_telemetry_csv(file);
  for (const Sample& sample : table.rows) run.store.add(sample);
  if (table.rows.empty()) {
    return "There is nothing to show in '" + path + "': " + (table.error.empty() ? "it has no rows." : table.error);
  }
  if (!table.error.empty()) notice += "'" + path + "' is read up to an error: " + table.error + " ";
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

Parsed<RunData> read_run(const std::string& folder, std::string& notice) {
  RunData run;
  run.name = last_part(folder);
  if (std::string error = read_telemetry(folder, run, notice); !error.empty()) return {std::nullopt, error};
  read_events(folder, run, notice);
  read_configuration(folder, run, notice);
  name_shadows(run);
  return {std::move(run), ""};
}

}  // namespace evenkeel
