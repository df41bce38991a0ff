#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/scenario_math.h"
#include "app/lab/scenarios/tfrc/cbr_runs.h"
#include "app/lab/scenarios/tfrc/list.h"

namespace evenkeel::lab {
namespace {

const Unit kilobits{"kbit/s", 0, 1e-3};
const Unit plain{"", 2};

Figure figure_of(const RunRecords& records, const std::vector<double>& tfrc, const std::vector<double>& tcp) {
  FigurePanel panel = panel_by_load("sending rate [kbit/s]", true);
  panel.series = {line_by_load("TFRC", tfrc, 1e-3), line_by_load("TCP", tcp, 1e-3)};
  for (const double kbps : {16, 30, 54, 110, 195, 500, 1000}) {
    const std::vector<double> sent = cbr_by_load(records, cbr_number(kilobits_per_second(kbps)), sending_rate);
    panel.series.push_back(line_by_load("CBR " + cell(kbps, 0) + " kbit/s", sent, 1e-3, true));
  }
  return {"figure-3", "Sending rates (Rhee and Xu, Fig. 3)", {panel}, 1};
}

Findings judge(const RunRecords& records) {
  const std::vector<double> tfrc = by_load(records, "", tested_tfrc(), sending_rate);
  const std::vector<double> tcp = by_load(records, "", tested_tcp(), sending_rate);
  const std::string order = "an order needs no tolerance; means of five flows";
  Findings findings;
  findings.claims = {
      claim_at_most({"Fig. 3", "TFRC sends less than TCP: over TCP's rate, the greatest of the loads", order},
                    max_of(ratios(tfrc, tcp)), 1, plain),
      claim_near_share({"Fig. 3", "TCP's rate with 35 flows in the background, where it meets CBR of 165 kbit/s",
                        "web traffic of another model and amount"},
                       mean_at_load(records, "", 35, tested_tcp(), sending_rate), 165e3, 0.25, kilobits),
      claim_between({"Fig. 3", "TCP's rate at the greatest load",
                     "the paper's runs end at 30 kbit/s with up to 400 flows; 320 here: a quarter more for each"},
                    tcp.back(), 30e3, 30e3 * 400 / 320, kilobits)};
  findings.figures = {figure_of(records, tfrc, tcp)};
  findings.tables = {table_by_load("rates", "Sending rates [kbit/s]", {{"TFRC", tfrc}, {"TCP", tcp}}, 1, 1e-3),
                     tfrc_setup_table()};
  return judged_tfrc(records, std::move(findings));
}

}  // namespace

Scenario tfrc_fig3() {
  return {"T-Fig3", "Rhee and Xu, Fig. 3 (section 4.2)",
          "TCP's rate falls over the loads to 30 kbit/s, TFRC's is below it; 200 s, five loads", tfrc_cbr_runs(1),
          judge};
}

}  // namespace evenkeel::lab
