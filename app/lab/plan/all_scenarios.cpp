#include <algorithm>
#include <utility>

#include "app/lab/plan/scenario.h"
#include "app/lab/scenarios/catalogue.h"

namespace evenkeel::lab {
namespace {

std::vector<Scenario> make_all() {
  std::vector<Scenario> all;
  for (auto* make : {ldcc_scenarios, arc_scenarios, tfrc_scenarios, rmc_scenarios, rfc8867_scenarios, calls_scenarios,
                     own_scenarios}) {
    for (Scenario& scenario : make()) all.push_back(std::move(scenario));
  }
  return all;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::span<const Scenario> scenarios() {
  static const std::vector<Scenario> all = make_all();
  return all;
}

const Scenario* find_scenario(std::string_view id) {
  for (const Scenario& scenario : scenarios())
    if (same(scenario.id, id)) return &scenario;
  return nullptr;
}

}  // namespace evenkeel::lab
