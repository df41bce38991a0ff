#include <cmath>
#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/scenario_math.h"
#include "app/lab/scenarios/tfrc/equation_runs.h"
#include "app/lab/scenarios/tfrc/list.h"

// Figs 9 and 10: how well the equation predicts TCP's rate, and which gap is larger.

namespace evenkeel::lab {
namespace {

const Unit plain{"", 3};
const std::string order = "an order needs no tolerance; means of five runs";

double ping_loss(const RunRecord& run) { return packet_loss_rate(run, "ping"); }

FigurePanel panel_of(const std::string& x_label, const std::string& y_label) {
  FigurePanel panel;
  panel.x = {x_label, false, 0, {}};
  panel.y = {y_label, false, {}, {}};
  return panel;
}

/// f(p_tcp) against TCP's rate, over p_tcp.
Points overestimates(const RunRecords& records) {
  return points_of(records, tfrc_series(8), mean_event_rate_of_tcp, [](const RunRecord& run) {
    return ratio_of_difference(equation_of_tcp(run), mean_rate_of_tcp(run));
  });
}

std::vector<double> of_all(const RunRecords& records, double (*measure)(const RunRecord&)) {
  return points_of(records, tfrc_series(8), measure, measure).x;
}

Findings judge_9(const RunRecords& records) {
  const Points points = overestimates(records);
  const Line line = fitted_line(points.x, points.y);
  const double max_tcp = max_of(of_all(records, mean_event_rate_of_tcp));
  const double max_tfrc = max_of(of_all(records, mean_event_rate_of_tfrc));
  Findings findings;
  findings.claims = {
      claim_at_least(
          {"Fig. 9", "the equation overestimates TCP at high loss: difference ratio at the greatest p", order},
          line.at(max_tcp), 0, plain),
      claim_greater({"Fig. 9", "the more, the more loss: slope of the line", order}, line.slope, 0, plain),
      claim_at_most({"Fig. 9", "TCP's loss event rate does not go beyond 0.11", "the paper's number; fewer flows here"},
                    max_tcp, 0.11, plain),
      claim_greater({"Fig. 9", "TFRC's goes further: greatest p of TFRC against that of TCP", order}, max_tfrc, max_tcp,
                    plain)};
  FigurePanel panel = panel_of("loss event rate of TCP", "difference ratio of f(p) to TCP's rate");
  append_cloud(panel, "f(p_tcp)", points, 0);
  findings.figures = {{"figure-9", "The equation and TCP's rate (Rhee and Xu, Fig. 9)", {panel}, 1}};
  findings.tables = {tfrc_setup_table()};
  return judged_tfrc(records, std::move(findings));
}

Points against_tfrc(const RunRecords& records, double (*rate)(const RunRecord&)) {
  return points_of(records, tfrc_series(8), ping_loss,
                   [rate](const RunRecord& run) { return ratio_of_difference(rate(run), mean_rate_of_tfrc(run)); });
}

Findings judge_10(const RunRecords& records) {
  const Points by_tcp = against_tfrc(records, equation_of_tcp);
  const Points by_tfrc = against_tfrc(records, equation_of_tfrc);
  const Points tcp = against_tfrc(records, mean_rate_of_tcp);
  const double own = average_of(by_tfrc.y);  // signed, as the gaps are
  Findings findings;
  findings.claims = {
      claim_greater(
          {"Fig. 10", "the gap of f(p_tcp) to f(p_tfrc) exceeds that of f(p_tfrc) to TFRC: means of the ratios", order},
          std::abs(average_of(by_tcp.y) - own), std::abs(own), plain),
      claim_greater({"Fig. 10", "the gap of TCP to TFRC grows with the loss: slope of the line", order},
                    fitted_line(tcp.x, tcp.y).slope, 0, plain)};
  FigurePanel panel = panel_of("packets lost of ping", "difference ratio to TFRC's rate");
  append_cloud(panel, "TCP", tcp, 0);
  append_cloud(panel, "f(p_tcp)", by_tcp, 1);
  append_cloud(panel, "f(1/E[theta])", by_tfrc, 2);
  append_cloud(panel, "f(E[1/theta^])", {by_tfrc.x, tfrc_gaps(records, 8).lower.y}, 3);
  findings.figures = {{"figure-10", "What makes the difference of TCP and TFRC (Rhee and Xu, Fig. 10)", {panel}, 1}};
  findings.tables = {tfrc_setup_table()};
  return judged_tfrc(records, std::move(findings));
}

}  // namespace

Scenario tfrc_fig9() {
  return {
      "T-Fig9", "Rhee and Xu, Fig. 9 (section 5.3)",
      "the equation overestimates TCP's rate, the more the more loss; TFRC's loss event rate goes further than TCP's",
      tfrc_equation_runs({8}), judge_9};
}

Scenario tfrc_fig10() {
  return {"T-Fig10", "Rhee and Xu, Fig. 10 (section 5.3)",
          "the gap that different loss event rates make is larger than that of the equation's convexity",
          tfrc_equation_runs({8}), judge_10};
}

}  // namespace evenkeel::lab
