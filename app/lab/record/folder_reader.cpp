#include "app/lab/record/folder_reader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/files/untrusted_file.h"
#include "app/lab/record/record_tables.h"
#include "core/base/quantity.h"
#include "core/telemetry/csv_reader.h"

namespace evenkeel::lab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t largest_description = 16 << 20;

/// Null if there is no such key, or if `json` is not an object.
Json at(const Json& json, const char* key) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found == json.end() ? Json() : Json(*found);
}

std::string text_at(const Json& json, const char* key) {
  const Json value = at(json, key);
  return value.is_string() ? value.get<std::string>() : "";
}

std::uint64_t number_at(const Json& json, const char* key) {
  const Json value = at(json, key);
  return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
}

/// Zero if missing.
Duration duration_at(const Json& json, const char* key) {
  return parse_duration(text_at(json, key)).value.value_or(Duration::zero());
}

Choices choices_of(const Json& json) {
  Choices choices;
  choices.controller = text_at(json, "controller");
  choices.seed = number_at(json, "seed");
  choices.duration = duration_at(json, "duration");
  choices.quick = at(json, "quick") == Json(true);
  choices.link_trace = text_at(json, "linkTrace");
  for (const Json& setting : at(json, "settings")) {
    const std::string text = setting.is_string() ? setting.get<std::string>() : "";
    const auto equals = text.find('=');
    if (equals != std::string::npos) choices.settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return choices;
}

std::string or_else(const std::string& text, const std::string& other) { return text.empty() ? other : text; }

std::string scenario_in(const Json& json, const fs::path& folder) {
  std::error_code unknown;
  return or_else(text_at(json, "scenario"), fs::absolute(folder, unknown).parent_path().filename().string());
}

std::string read_description(const std::string& path, ReadRun& run) {
  const auto text = read_json(path + "/run.json", largest_description);
  if (!text || !text.value->is_object()) return "its run.json cannot be read.";
  const Json& json = *text;
  run.scenario = scenario_in(json, path);
  run.choices = choices_of(at(json, "choices"));
  RunRecord& record = run.record;
  record.name = or_else(text_at(json, "run"), fs::path(path).filename().string());
  record.controller = run.choices.controller;
  record.seed = number_at(json, "seed");
  record.planned = duration_at(json, "planned");
  record.duration = duration_at(at(json, "configuration"), "duration");
  return record.duration > Duration::zero() ? "" : "its run.json has no duration.";
}

void sort_by_flow(const std::vector<Sample>& rows, RunRecord& record) {
  std::map<std::string, std::size_t, std::less<>> counts;
  for (const Sample& row : rows) ++counts[std::string(row.flow.view())];
  for (const auto& [flow, count] : counts) record.flows[flow].reserve(count);
  for (const Sample& row : rows) record.flows.find(row.flow.view())->second.push_back(row);
}

std::string read_telemetry(const std::string& path, RunRecord& record) {
  std::error_code unknown;
  if (!fs::is_regular_file(path + "/telemetry.csv", unknown)) return "its telemetry.csv is missing.";
  std::ifstream file(path + "/telemetry.csv", std::ios::binary);
  const auto table = read_telemetry_csv(file);
  if (!table.error.empty()) return "its telemetry.csv is damaged. " + table.error;
  if (table.cut) return "its telemetry.csv is cut off.";
  sort_by_flow(table.rows, record);
  return {};
}

std::string read_all(const std::string& path, ReadRun& run) {
  std::error_code unknown;
  if (!fs::is_directory(path, unknown)) return "there is no such folder.";
  std::string error = read_description(path, run);
  if (error.empty() && !fs::is_regular_file(path + "/summary.json", unknown)) error = "it is unfinished.";
  if (error.empty()) error = read_telemetry(path, run.record);
  if (error.empty()) error = read_results(path + "/results.csv", run.record.results);
  if (error.empty()) error = read_curves(path + "/curves.csv", run.record.curves);
  if (error.empty()) error = read_packets(path + "/packets.csv", run.record.packets);
  return error;
}

bool is_run(const fs::path& folder) {
  std::error_code unknown;
  return fs::is_regular_file(folder / "run.json", unknown);
}

std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code unknown;
    if (at->is_directory(unknown)) all.push_back(at->path());
  }
  std::sort(all.begin(), all.end());
  return all;
}

class Search {
 public:
  /// Whether there was a run, finished or not.
  bool look(const fs::path& folder, int depth) {
    if (is_run(folder)) return take(folder);
    bool any = false;
    if (depth == 0) return any;
    for (const fs::path& inner : folders_in(folder)) any = look(inner, depth - 1) || any;
    return any;
  }

  FoundRuns found;

 private:
  bool take(const fs::path& folder) {
    std::error_code unknown;
    if (folder.extension() == ".part" || !fs::is_regular_file(folder / "summary.json", unknown)) {
      found.unfinished.push_back(folder.string());
      return true;
    }
    const std::string id = scenario_of(folder.string());
    const std::string parent = folder.parent_path().string();
    auto& all = found.scenarios;
    auto place = std::find_if(all.begin(), all.end(), [&](auto& s) { return s.id == id && s.folder == parent; });
    if (place == all.end()) place = all.insert(all.end(), FoundScenario{id, parent, {}});
    const bool known = std::find(place->runs.begin(), place->runs.end(), folder.string()) != place->runs.end();
    if (!known) place->runs.push_back(folder.string());
    return true;
  }
};

fs::path without_slash(const std::string& text) {
  const fs::path path = fs::path(text).lexically_normal();
  return path.has_filename() || !path.has_parent_path() ? path : path.parent_path();
}

}  // namespace

Parsed<ReadRun> read_run_folder(const std::string& path) {
  ReadRun run;
  const std::string error = read_all(path, run);
  if (!error.empty()) return {std::nullopt, "Cannot read the run '" + path + "': " + error};
  return {std::move(run), ""};
}

std::string scenario_of(const std::string& path) {
  return scenario_in(read_json(path + "/run.json", largest_description).value.value_or(Json()), path);
}

FoundRuns find_runs(const std::vector<std::string>& folders) {
  Search search;
  for (const std::string& folder : folders) {
    if (search.look(without_slash(folder), 2)) continue;
    std::error_code unknown;
    const bool there = fs::is_directory(folder, unknown);
    search.found.error = there ? "There is no run in '" + folder + "': give a folder that 'evenkeel-sim run' wrote."
                               : "There is no folder '" + folder + "'.";
    break;
  }
  return std::move(search.found);
}

}  // namespace evenkeel::lab
