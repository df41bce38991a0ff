#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/scenario_math.h"
#include "app/lab/scenarios/tfrc/equation_runs.h"
#include "app/lab/scenarios/tfrc/list.h"

// Figs 8 and 11: how the number of loss intervals affects rates and loss event rates. The paper names no values of L
// except 8 and 16.

namespace evenkeel::lab {
namespace {

const Unit plain{"", 3};
const std::vector<int> interval_numbers{8, 16, 32};
const std::string order = "an order needs no tolerance; means of five runs";

double mean_gap(const RunRecords& records, int intervals) { return average_of(tfrc_gaps(records, intervals).tcp.y); }

FigurePanel panel_of(const std::string& y_label) {
  FigurePanel panel;
  panel.x = {"loss event rate of TFRC", false, 0, {}};
  panel.y = {y_label, false, {}, {}};
  return panel;
}

Findings judge_8(const RunRecords& records) {
  FigurePanel panel = panel_of("difference ratio of rates, TCP to TFRC");
  Table table{"rates", "Difference ratio of TCP's rate to TFRC's, mean of the runs", {"L", "ratio"}, {}};
  for (std::size_t i = 0; i < interval_numbers.size(); ++i) {
    const int intervals = interval_numbers[i];
    append_cloud(panel, "L = " + std::to_string(intervals), tfrc_gaps(records, intervals).tcp, static_cast<int>(i));
    table.rows.push_back({std::to_string(intervals), cell(mean_gap(records, intervals), 3)});
  }
  const Points first = tfrc_gaps(records, 8).tcp;
  Findings findings;
  findings.claims = {
      claim_greater({"Fig. 8", "the ratio falls with L: mean at L = 8 against L = 32", order}, mean_gap(records, 8),
                    mean_gap(records, 32), plain),
      claim_at_most({"Fig. 8", "the differences are small: fall from L = 8 to 32, as part of the ratio",
                     "the paper gives no number; 'small' is taken as less than half"},
                    1 - mean_gap(records, 32) / mean_gap(records, 8), 0.5, plain),
      claim_greater({"Fig. 8", "the ratio grows with the loss event rate: slope of the line, L = 8", order},
                    fitted_line(first.x, first.y).slope, 0, plain)};
  findings.figures = {{"figure-8", "Rates of TCP and TFRC (Rhee and Xu, Fig. 8)", {panel}, 1}};
  findings.tables = {table, tfrc_setup_table()};
  return judged_tfrc(records, std::move(findings));
}

Points event_rate_ratios(const RunRecords& records, int intervals) {
  return points_of(records, tfrc_series(intervals), mean_event_rate_of_tfrc, [](const RunRecord& run) {
    return ratio_of_difference(mean_event_rate_of_tfrc(run), mean_event_rate_of_tcp(run));
  });
}

Findings judge_11(const RunRecords& records) {
  FigurePanel panel = panel_of("difference ratio of p, TFRC to TCP");
  append_cloud(panel, "L = 8", event_rate_ratios(records, 8), 0);
  append_cloud(panel, "L = 16", event_rate_ratios(records, 16), 1);
  const Points eight = event_rate_ratios(records, 8);
  const Points sixteen = event_rate_ratios(records, 16);
  Findings findings;
  findings.claims = {
      claim_at_least({"Fig. 11", "TFRC tends to the higher loss event rate: mean difference ratio, L = 8", order},
                     average_of(eight.y), 0, plain),
      claim_greater({"Fig. 11", "the ratio grows with the loss event rate: slope of the line, L = 8", order},
                    fitted_line(eight.x, eight.y).slope, 0, plain),
      claim_near({"Fig. 11", "L does not affect the loss event rates: mean ratio at L = 16 less that at L = 8",
                  "the paper gives no number; 'clearly' not is taken as within 0.1"},
                 average_of(sixteen.y) - average_of(eight.y), 0, 0.1, plain)};
  findings.figures = {{"figure-11", "Loss event rates of TFRC and TCP (Rhee and Xu, Fig. 11)", {panel}, 1}};
  findings.tables = {tfrc_setup_table()};
  return judged_tfrc(records, std::move(findings));
}

}  // namespace

Scenario tfrc_fig8() {
  return {"T-Fig8", "Rhee and Xu, Fig. 8 (section 5.3)", "TCP's rate over TFRC's falls slightly with L",
          tfrc_equation_runs(interval_numbers), judge_8};
}

Scenario tfrc_fig11() {
  return {"T-Fig11", "Rhee and Xu, Fig. 11 (section 5.3)",
          "TFRC's loss event rate over TCP's grows with the loss, whatever L", tfrc_equation_runs({8, 16}), judge_11};
}

}  // namespace evenkeel::lab
