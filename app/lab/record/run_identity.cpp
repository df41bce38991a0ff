#include "app/lab/record/run_identity.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/lab/record/file_hash.h"
#include "app/lab/record/plan_description.h"
#include "app/record/result_files.h"
#include "core/base/quantity.h"

namespace evenkeel::lab {
namespace {

using Json = nlohmann::ordered_json;

Json describe(const Choices& choices) {
  Json json;
  json["controller"] = choices.controller;
  json["settings"] = Json::array();
  for (const auto& [key, value] : choices.settings) json["settings"].push_back(key + '=' + value);
  json["seed"] = choices.seed;
  json["duration"] = format_duration(choices.duration);
  json["quick"] = choices.quick;
  if (!choices.link_trace.empty()) json["linkTrace"] = choices.link_trace;
  return json;
}

/// Of the program that runs: one built of other code makes other runs.
const std::string& build() {
  static const std::string hash = file_hash("/proc/self/exe");
  return hash;
}

/// What makes a run the one it is: not who asked for it where, and in which words.
std::string essence(const Json& run) {
  Json json;
  for (const char* key : {"version", "build", "scenario", "run", "seed", "configuration"}) {
    if (run.contains(key)) json[key] = run[key];
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

Json describe_run(const RunIdentity& identity, const RunPlan& plan, const std::vector<std::string>& command_line) {
  // Without the commit: runs are made anew where the program changes, and it would change with each commit.
  Json json = describe_program("evenkeel-sim", "", command_line);
  json["build"] = build();
  json["scenario"] = identity.scenario;
  json["run"] = plan.name;
  json["choices"] = describe(identity.choices);
  json["planned"] = format_duration(identity.planned);
  json["configuration"] = describe_plan(plan);
  json["seed"] = plan.seed;
  return json;
}

bool holds_run(const std::string& folder, const Json& run) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(folder + "/summary.json", unknown)) return false;
  std::ifstream file(folder + "/run.json", std::ios::binary);
  const Json there = file ? Json::parse(file, nullptr, false) : Json();
  return there.is_object() && essence(there) == essence(run);
}

}  // namespace evenkeel::lab
