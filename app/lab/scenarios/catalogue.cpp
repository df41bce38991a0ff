#include "app/lab/scenarios/catalogue.h"

#include <algorithm>
#include <utility>

#include "app/lab/plan/scenario.h"
#include "app/lab/scenarios/arc/parts.h"
#include "app/lab/scenarios/ldcc/parts.h"
#include "app/lab/scenarios/rmc/parts.h"
#include "app/lab/scenarios/tfrc/list.h"

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

std::vector<Scenario> ldcc_scenarios() {
  return {ldcc_fig2(),  ldcc_fig5(),  ldcc_fig6(),  ldcc_fig7(),  ldcc_fig8(),
          ldcc_fig10(), ldcc_fig11(), ldcc_fig12(), ldcc_fig13(), ldcc_fig14()};
}

std::vector<Scenario> arc_scenarios() {
  return {arc_fig3(), arc_fig4(), arc_fig5(), arc_fig7a(), arc_fig7b(), arc_fig7c(), arc_fig7d()};
}

std::vector<Scenario> tfrc_scenarios() {
  return {tfrc_theorem_4_1(), tfrc_fig1(),  tfrc_fig2(),  tfrc_fig3(), tfrc_fig4(),  tfrc_fig5(),
          tfrc_fig6(),        tfrc_fig7(),  tfrc_fig8(),  tfrc_fig9(), tfrc_fig10(), tfrc_fig11(),
          tfrc_fig12(),       tfrc_fig13(), tfrc_fig14(), tfrc_fig15()};
}

std::vector<Scenario> rmc_scenarios() {
  return {rmc_fig3(), rmc_fig6(), rmc_fig8(), rmc_fig11(), rmc_fig13(), rmc_gain(), rmc_proofs()};
}

}  // namespace evenkeel::lab
