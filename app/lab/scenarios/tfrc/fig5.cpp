#include <cmath>
#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/scenario_math.h"
#include "app/lab/scenarios/tfrc/cbr_runs.h"
#include "app/lab/scenarios/tfrc/list.h"

namespace evenkeel::lab {
namespace {

const Unit plain{"", 2};
const std::vector<int> scales{2, 3, 4};

std::vector<RunPlan> runs() {
  TfrcSetup setup = tfrc_cbr_setup();
  setup.scales = scales;
  return tfrc_load_runs("", setup, 1);
}

std::vector<double> scaled(const RunRecords& records, int scale, FlowMeasure measure) {
  return by_load(records, "", numbered("x" + std::to_string(scale) + "-", 2), measure);
}

/// Loss event rates over TCP's where TCP sees less than 8 %.
std::vector<double> below_8_percent(const std::vector<double>& p, const std::vector<double>& p_tcp) {
  std::vector<double> kept;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!(p_tcp[i] >= 0.08)) kept.push_back(p[i] / p_tcp[i]);
  }
  return kept;
}

std::vector<Claim> claims_of(const RunRecords& records) {
  const std::vector<double> p_tcp = by_load(records, "", tested_tcp(), loss_event_rate);
  const std::vector<double> p_tfrc = by_load(records, "", tested_tfrc(), loss_event_rate);
  const std::vector<double> p_4 = scaled(records, 4, loss_event_rate);
  const std::vector<double> rate_ratio =
      ratios(scaled(records, 4, sending_rate), by_load(records, "", tested_tcp(), sending_rate));
  const std::string order = "an order needs no tolerance; means of five flows";
  return {claim_at_most(
              {"Fig. 5", "factor 4 has a lower loss event rate than TCP below 8 %: over TCP's, the greatest", order},
              max_of(below_8_percent(p_4, p_tcp)), 1, plain),
          claim_near_share({"Fig. 5", "factor 4 sends almost four times what TCP does, mean of the loads",
                            "the paper gives no more than 'almost four times'"},
                           average_of(rate_ratio), 4, 0.25, plain),
          claim_at_most(
              {"Fig. 5", "a factor of 4 lowers TFRC's loss event rate: over that of factor 1, the greatest", order},
              max_of(ratios(p_4, p_tfrc)), 1, plain),
          claim_greater(
              {"Fig. 5", "the scaled flows' loss event rate grows faster than TCP's: factor 4, last over first load",
               order},
              p_4.back() / p_4.front(), p_tcp.back() / p_tcp.front(), plain)};
}

FigurePanel panel_of(const RunRecords& records, const std::string& label, FlowMeasure measure, double scale, bool log) {
  FigurePanel panel = panel_by_load(label, log);
  panel.series = {line_by_load("TCP", by_load(records, "", tested_tcp(), measure), scale),
                  line_by_load("TFRC", by_load(records, "", tested_tfrc(), measure), scale)};
  for (const int factor : scales) {
    panel.series.push_back(
        line_by_load("TFRC, factor " + std::to_string(factor), scaled(records, factor, measure), scale));
  }
  return panel;
}

Table table_of(const RunRecords& records, const std::string& name, const std::string& title, FlowMeasure measure,
               int decimals, double scale) {
  std::vector<std::pair<std::string, std::vector<double>>> columns{
      {"TCP", by_load(records, "", tested_tcp(), measure)}, {"TFRC", by_load(records, "", tested_tfrc(), measure)}};
  for (const int factor : scales)
    columns.emplace_back("factor " + std::to_string(factor), scaled(records, factor, measure));
  return table_by_load(name, title, columns, decimals, scale);
}

Findings judge(const RunRecords& records) {
  Findings findings;
  findings.claims = claims_of(records);
  findings.figures = {{"figure-5",
                       "TFRC with its rate multiplied (Rhee and Xu, Fig. 5)",
                       {panel_of(records, "loss event rate", loss_event_rate, 1, false),
                        panel_of(records, "sending rate [kbit/s]", sending_rate, 1e-3, true)},
                       1}};
  findings.tables = {table_of(records, "loss-events", "Loss events per packet", loss_event_rate, 4, 1),
                     table_of(records, "rates", "Sending rates [kbit/s]", sending_rate, 1, 1e-3), tfrc_setup_table()};
  return judged_tfrc(records, std::move(findings));
}

}  // namespace

Scenario tfrc_fig5() {
  return {"T-Fig5", "Rhee and Xu, Fig. 5 (section 4.2)",
          "with four times its rate TFRC sees fewer loss events per packet than TCP; 200 s, five loads", runs(), judge};
}

}  // namespace evenkeel::lab
