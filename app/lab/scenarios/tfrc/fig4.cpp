#include <cmath>
#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/scenario_math.h"
#include "app/lab/scenarios/tfrc/cbr_runs.h"
#include "app/lab/scenarios/tfrc/list.h"

namespace evenkeel::lab {
namespace {

constexpr int seeds = 3;
const Unit plain{"", 2};

/// p of a constant-rate flow that sends at `rate`: between the two nearest of the 14, by the rate's logarithm. Below
/// the slowest, which sends a quarter of a packet per round trip, p no longer depends on the rate. NaN above the
/// fastest.
double cbr_event_rate_at(const RunRecords& records, std::size_t load, double rate) {
  const std::vector<DataRate>& rates = tfrc_cbr_rates();
  if (rate < rates.front().bps()) return cbr_by_load(records, 1, loss_event_rate)[load];
  for (std::size_t i = 0; i + 1 < rates.size(); ++i) {
    if (rate < rates[i].bps() || rate > rates[i + 1].bps()) continue;
    const double part = std::log(rate / rates[i].bps()) / std::log(rates[i + 1] / rates[i]);
    const auto number = static_cast<int>(i) + 1;
    return (1 - part) * cbr_by_load(records, number, loss_event_rate)[load] +
           part * cbr_by_load(records, number + 1, loss_event_rate)[load];
  }
  return std::nan("");
}

/// The values of Fig. 4, at each load at which both rates are within those of the constant-rate flows.
struct Matched {
  std::vector<double> p_tfrc;
  std::vector<double> tfrc_over_tcp;  ///< difference ratios of loss event rates
  std::vector<double> cbr_over_tcp;   ///< M1: CBR that sends as much as TCP
  std::vector<double> cbr_over_tfrc;  ///< M2: CBR that sends as much as TFRC
  std::vector<double> throughput;     ///< difference ratio of TCP's rate to TFRC's
};

Matched matched(const RunRecords& records) {
  const auto rate_tfrc = by_load(records, "", tested_tfrc(), sending_rate);
  const auto rate_tcp = by_load(records, "", tested_tcp(), sending_rate);
  const auto p_tfrc = by_load(records, "", tested_tfrc(), loss_event_rate);
  const auto p_tcp = by_load(records, "", tested_tcp(), loss_event_rate);
  Matched m;
  for (std::size_t i = 0; i < p_tfrc.size(); ++i) {
    if (rate_tcp[i] > 1e6 || rate_tfrc[i] > 1e6) continue;  // faster than the fastest
    m.p_tfrc.push_back(p_tfrc[i]);
    m.tfrc_over_tcp.push_back(ratio_of_difference(p_tfrc[i], p_tcp[i]));
    m.cbr_over_tcp.push_back(ratio_of_difference(cbr_event_rate_at(records, i, rate_tcp[i]), p_tcp[i]));
    m.cbr_over_tfrc.push_back(ratio_of_difference(cbr_event_rate_at(records, i, rate_tfrc[i]), p_tfrc[i]));
    m.throughput.push_back(ratio_of_difference(rate_tcp[i], rate_tfrc[i]));
  }
  return m;
}

std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> values;
  for (std::size_t i = 0; i < a.size(); ++i) values.push_back(a[i] - b[i]);
  return values;
}

std::vector<Claim> event_claims(const Matched& m) {
  const std::string order = "an order needs no tolerance; means of three runs";
  return {claim_at_least(
              {"Fig. 4, top", "CBR as fast as TCP sees more loss events than TCP: the least difference ratio", order},
              min_of(m.cbr_over_tcp), 0, plain),
          claim_at_least({"Fig. 4, top", "CBR as fast as TFRC sees more than TFRC: the least difference ratio", order},
                         min_of(m.cbr_over_tfrc), 0, plain),
          claim_at_least(
              {"Fig. 4, top", "TFRC sees more than that CBR (order TFRC > CBR > TCP): the least difference", order},
              min_of(differences(m.tfrc_over_tcp, m.cbr_over_tcp)), 0, plain),
          claim_greater(
              {"Fig. 4, top", "the ratio of TFRC to TCP grows with the loss event rate: slope of a fitted line", order},
              fitted_line(m.p_tfrc, m.tfrc_over_tcp).slope, 0, plain)};
}

std::vector<Claim> rate_claims(const RunRecords& records, const Matched& m) {
  return {
      claim_between({"Fig. 4, bottom", "TFRC's rate is two to four times below TCP's: the least factor",
                     "the paper's range is read by eye: a quarter to either side"},
                    min_of(m.throughput) + 1, 1.5, 5, plain),
      claim_between({"Fig. 4, bottom", "TFRC's rate is two to four times below TCP's: the greatest factor",
                     "the paper's range is read by eye: a quarter to either side"},
                    max_of(m.throughput) + 1, 1.5, 5, plain),
      claim_near_share({"Fig. 4", "p_tfrc with 35 flows in the background", "web traffic of another model and amount"},
                       mean_at_load(records, "", 35, tested_tfrc(), loss_event_rate), 0.038, 0.25, {"", 4})};
}

FigurePanel panel_of(const std::string& label) {
  FigurePanel panel;
  panel.x = {"loss event rate of TFRC", false, 0, {}};
  panel.y = {label, false, {}, {}};
  return panel;
}

FigureSeries line_of(const std::string& label, const Matched& m, const std::vector<double>& y) {
  return {label, m.p_tfrc, y, FigureSeries::Style::line_and_points, {}, false};
}

Figure figure_of(const Matched& m) {
  FigurePanel top = panel_of("difference ratio of loss event rates");
  top.series = {line_of("TFRC and TCP", m, m.tfrc_over_tcp), line_of("CBR and TCP, as fast (M1)", m, m.cbr_over_tcp),
                line_of("CBR and TFRC, as fast (M2)", m, m.cbr_over_tfrc)};
  FigurePanel bottom = panel_of("difference ratio of rates");
  bottom.series = {line_of("TCP and TFRC", m, m.throughput)};
  return {"figure-4", "Responsiveness and sending rate (Rhee and Xu, Fig. 4)", {top, bottom}, 1};
}

Table table_of(const Matched& m) {
  Table table{
      "matched", "Difference ratios", {"p of TFRC", "TFRC/TCP", "CBR/TCP (M1)", "CBR/TFRC (M2)", "rates TCP/TFRC"}, {}};
  for (std::size_t i = 0; i < m.p_tfrc.size(); ++i) {
    table.rows.push_back({cell(m.p_tfrc[i], 4), cell(m.tfrc_over_tcp[i], 3), cell(m.cbr_over_tcp[i], 3),
                          cell(m.cbr_over_tfrc[i], 3), cell(m.throughput[i], 2)});
  }
  return table;
}

Findings judge(const RunRecords& records) {
  const Matched m = matched(records);
  Findings findings;
  findings.claims = event_claims(m);
  for (Claim& claim : rate_claims(records, m)) findings.claims.push_back(std::move(claim));
  findings.figures = {figure_of(m)};
  findings.tables = {table_of(m), tfrc_setup_table()};
  return judged_tfrc(records, std::move(findings));
}

}  // namespace

Scenario tfrc_fig4() {
  return {
      "T-Fig4", "Rhee and Xu, Fig. 4 (section 4.2)",
      "CBR as fast as TCP sees more loss events than TCP, TFRC yet more, for it sends less; three seeds in place of 30",
      tfrc_cbr_runs(seeds), judge};
}

}  // namespace evenkeel::lab
