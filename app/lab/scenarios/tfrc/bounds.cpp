#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/scenario_math.h"
#include "app/lab/scenarios/tfrc/equation_runs.h"
#include "app/lab/scenarios/tfrc/list.h"

// Figs 6 and 7: TFRC's rate between f(E[1/theta^]) and f(1/E[theta]). All curves are least-squares lines, as in the
// paper, and are judged at the ends of what was measured.

namespace evenkeel::lab {
namespace {

const Unit plain{"", 3};

/// The two lines of a figure, and the range of p.
struct Bounds {
  Line upper;
  Line lower;
  double min_p = 0;
  double max_p = 0;
};

Bounds bounds_of(const TfrcGaps& gaps) {
  return {fitted_line(gaps.upper.x, gaps.upper.y), fitted_line(gaps.lower.x, gaps.lower.y), min_of(gaps.upper.x),
          max_of(gaps.upper.x)};
}

double gap_at(const Bounds& b, double p) { return b.upper.at(p) - b.lower.at(p); }

std::vector<Claim> claims_on(const std::string& source, const Bounds& b) {
  const std::string order = "an order needs no tolerance; lines through the means of five runs";
  return {
      claim_at_most(
          {source, "low loss: f(E[1/theta^]) is a lower bound of TFRC's rate, difference ratio at the least p", order},
          b.lower.at(b.min_p), 0, plain),
      claim_at_most({source, "low loss: it is close to TFRC's rate, distance at the least p",
                     "the paper gives no number; 'very closely' is taken as 15 %"},
                    std::abs(b.lower.at(b.min_p)), 0.15, plain),
      claim_at_least({source, "high loss: f(E[1/theta^]) is an upper bound of TFRC's rate, at the greatest p", order},
                     b.lower.at(b.max_p), 0, plain),
      claim_greater({source, "high loss: it is the tighter one, f(1/E[theta]) against it at the greatest p", order},
                    b.upper.at(b.max_p), b.lower.at(b.max_p), plain),
      claim_greater(
          {source, "the gap between the bounds grows with the loss: at the greatest p against the least", order},
          gap_at(b, b.max_p), gap_at(b, b.min_p), plain)};
}

Figure figure_of(const std::string& number, const TfrcGaps& gaps, int intervals) {
  FigurePanel panel;
  panel.x = {"loss event rate p", false, 0, {}};
  panel.y = {"difference ratio to TFRC's rate", false, {}, {}};
  append_cloud(panel, "f(1/E[theta])", gaps.upper, 0);
  append_cloud(panel, "f(E[1/theta^])", gaps.lower, 1);
  panel.limits = {{0, "TFRC"}};
  return {"figure-" + number,
          "Bounds of TFRC's rate, L = " + std::to_string(intervals) + " (Rhee and Xu, Fig. " + number + ")",
          {panel},
          1};
}

Table table_of(const RunRecords& records, const std::vector<int>& interval_numbers) {
  Table table{"bounds", "Difference ratios to TFRC's rate", {"L", "p", "f(1/E[theta])", "f(E[1/theta^])", "TCP"}, {}};
  for (const int intervals : interval_numbers) {
    const TfrcGaps gaps = tfrc_gaps(records, intervals);
    for (std::size_t i = 0; i < gaps.upper.x.size(); ++i) {
      table.rows.push_back({std::to_string(intervals), cell(gaps.upper.x[i], 4), cell(gaps.upper.y[i], 3),
                            cell(gaps.lower.y[i], 3), cell(gaps.tcp.y[i], 3)});
    }
  }
  return table;
}

Findings judge_6(const RunRecords& records) {
  const TfrcGaps gaps = tfrc_gaps(records, 8);
  Findings findings;
  findings.claims = claims_on("Fig. 6", bounds_of(gaps));
  findings.figures = {figure_of("6", gaps, 8)};
  findings.tables = {table_of(records, {8}), tfrc_setup_table()};
  return judged_tfrc(records, std::move(findings));
}

/// At the middle of the range of loss event rates that both have.
std::vector<Claim> comparison(const Bounds& eight, const Bounds& sixteen) {
  const double p = (std::max(eight.min_p, sixteen.min_p) + std::min(eight.max_p, sixteen.max_p)) / 2;
  const double shrinkage = gap_at(eight, p) - gap_at(sixteen, p);
  const double change = std::abs(eight.lower.at(p) - sixteen.lower.at(p));
  const std::string order = "an order needs no tolerance; lines through the means of five runs each";
  return {
      claim_greater({"Fig. 7", "the gap between the bounds is smaller for L = 16: that of L = 8 against it", order},
                    gap_at(eight, p), gap_at(sixteen, p), plain),
      claim_greater({"Fig. 7", "that of f(E[1/theta^]) to TFRC does not change much: the shrinkage against this change",
                     "the paper gives no number; less than the other gap does"},
                    shrinkage, change, plain)};
}

Findings judge_7(const RunRecords& records) {
  const TfrcGaps eight = tfrc_gaps(records, 8);
  const TfrcGaps sixteen = tfrc_gaps(records, 16);
  Findings findings;
  findings.claims = claims_on("Fig. 7", bounds_of(sixteen));
  for (Claim& claim : comparison(bounds_of(eight), bounds_of(sixteen))) findings.claims.push_back(std::move(claim));
  findings.figures = {figure_of("7", sixteen, 16)};
  findings.tables = {table_of(records, {8, 16}), tfrc_setup_table()};
  return judged_tfrc(records, std::move(findings));
}

}  // namespace

Scenario tfrc_fig6() {
  return {"T-Fig6", "Rhee and Xu, Fig. 6 (section 5.3)",
          "f(E[1/theta^]) is close below TFRC's rate at low loss, and the tighter bound above it at high loss; L = 8",
          tfrc_equation_runs({8}), judge_6};
}

Scenario tfrc_fig7() {
  return {"T-Fig7", "Rhee and Xu, Fig. 7 (section 5.3)",
          "as Fig. 6 with L = 16: the gap between the bounds shrinks, that to TFRC's rate does not",
          tfrc_equation_runs({8, 16}), judge_7};
}

}  // namespace evenkeel::lab
