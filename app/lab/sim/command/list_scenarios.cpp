#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/lab/plan/scenario.h"
#include "app/lab/sim/command/commands.h"
#include "core/base/quantity.h"

namespace evenkeel::sim {
namespace {

using Json = nlohmann::ordered_json;

Json describe(const lab::RunPlan& plan) {
  return {{"name", plan.name}, {"duration", format_duration(plan.duration)}, {"quick", plan.quick}};
}

Json describe(const lab::Scenario& scenario) {
  Json json;
  json["id"] = scenario.id;
  json["source"] = scenario.source;
  json["shows"] = scenario.shows;
  json["runs"] = Json::array();
  for (const lab::RunPlan& plan : scenario.runs) json["runs"].push_back(describe(plan));
  return json;
}

void print_all() {
  std::size_t id_width = 0;
  std::size_t source_width = 0;
  for (const lab::Scenario& scenario : lab::scenarios()) {
    id_width = std::max(id_width, scenario.id.size());
    source_width = std::max(source_width, scenario.source.size());
  }
  for (const lab::Scenario& scenario : lab::scenarios()) {
    std::printf("%-*s  %-*s  %s\n", static_cast<int>(id_width), scenario.id.c_str(), static_cast<int>(source_width),
                scenario.source.c_str(), scenario.shows.c_str());
  }
}

}  // namespace

int list_scenarios(bool json) {
  if (!json) {
    print_all();
    return 0;
  }
  Json list = Json::array();
  for (const lab::Scenario& scenario : lab::scenarios()) list.push_back(describe(scenario));
  std::printf("%s\n", Json{{"scenarios", list}}.dump(2).c_str());
  return 0;
}

}  // namespace evenkeel::sim
