#include <cmath>
#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/scenario_math.h"
#include "app/lab/scenarios/tfrc/cbr_runs.h"
#include "app/lab/scenarios/tfrc/list.h"

namespace evenkeel::lab {
namespace {

const Unit plain{"", 2};

/// The mean loss event rates of some of the constant-rate flows, at each load.
std::vector<double> cbr_group(const RunRecords& records, int first, int last) {
  std::vector<std::string> flows;
  for (int number = first; number <= last; ++number) flows.push_back("cbr" + std::to_string(number));
  return by_load(records, "", flows, loss_event_rate);
}

std::vector<double> cbr_at(const RunRecords& records, double kbps) {
  return cbr_by_load(records, cbr_number(kilobits_per_second(kbps)), loss_event_rate);
}

/// Slope of a line through the loss event rates of all 14 over the logarithm of their rates, at each load.
std::vector<double> cbr_slopes(const RunRecords& records) {
  std::vector<double> slopes;
  std::vector<double> logarithms;
  for (const DataRate rate : tfrc_cbr_rates()) logarithms.push_back(std::log(rate.bps()));
  for (const int load : tfrc_loads()) {
    std::vector<double> p;
    for (const std::string& flow : numbered("cbr", static_cast<int>(logarithms.size()))) {
      p.push_back(mean_at_load(records, "", load, {flow}, loss_event_rate));
    }
    slopes.push_back(fitted_line(logarithms, p).slope);
  }
  return slopes;
}

struct Rates {
  std::vector<double> tfrc;
  std::vector<double> tcp;
};

const std::string order = "an order needs no tolerance; means of five flows";

std::vector<Claim> cbr_claims(const RunRecords& records, const Rates& p) {
  const std::vector<double> slow = cbr_group(records, 1, 4);     // 16-30 kbit/s
  const std::vector<double> middle = cbr_group(records, 5, 10);  // 36-110 kbit/s
  const std::vector<double> fast = cbr_group(records, 13, 14);   // 500 and 1000 kbit/s
  const std::vector<double> at_195 = ratios(cbr_at(records, 195), p.tcp);
  const std::string about = "the paper gives no number; 'approximately the same' is taken as within 25 %";
  return {
      claim_at_most(
          {"Fig. 2", "the slower CBR, the more loss events: slope over the rate's logarithm, the greatest", order},
          max_of(cbr_slopes(records)), 0, {"", 4}),
      claim_at_least({"Fig. 2", "CBR of 16-30 kbit/s over that of 36-110 kbit/s, mean of the loads",
                      "an order; at one load the slow flows' few hundred packets say little"},
                     average_of(ratios(slow, middle)), 1, plain),
      claim_at_least({"Fig. 2", "CBR of 36-110 kbit/s over that of 0.5 and 1 Mbit/s, the least of the loads", order},
                     min_of(ratios(middle, fast)), 1, plain),
      claim_at_most({"Fig. 2", "CBR of 500 kbit/s is below TCP: over TCP's, the greatest of the loads", order},
                    max_of(ratios(cbr_at(records, 500), p.tcp)), 1, plain),
      claim_at_most({"Fig. 2", "CBR of 1 Mbit/s is below TCP: over TCP's, the greatest of the loads", order},
                    max_of(ratios(cbr_at(records, 1000), p.tcp)), 1, plain),
      claim_at_least({"Fig. 2", "CBR of 195 kbit/s over TCP's, the least of the loads", about}, min_of(at_195), 0.75,
                     plain),
      claim_at_most({"Fig. 2", "CBR of 195 kbit/s over TCP's, the greatest of the loads", about}, max_of(at_195), 1.25,
                    plain)};
}

std::vector<Claim> tfrc_claims(const Rates& p) {
  const double first_gap = p.tfrc.front() - p.tcp.front();
  const double last_gap = p.tfrc.back() - p.tcp.back();
  return {claim_at_least({"Fig. 2", "TFRC is above TCP: over TCP's, the least of the loads", order},
                         min_of(ratios(p.tfrc, p.tcp)), 1, plain),
          claim_greater({"Fig. 2", "the difference of TFRC and TCP at the greatest load against the least", order},
                        last_gap, first_gap, {"", 4})};
}

Figure figure_of(const RunRecords& records, const Rates& p) {
  FigurePanel panel = panel_by_load("loss event rate");
  panel.series = {line_by_load("TFRC", p.tfrc, 1), line_by_load("TCP", p.tcp, 1)};
  for (const double kbps : {16, 30, 54, 110, 195, 500, 1000}) {
    panel.series.push_back(line_by_load("CBR " + cell(kbps, 0) + " kbit/s", cbr_at(records, kbps), 1, true));
  }
  return {"figure-2", "Loss event rates (Rhee and Xu, Fig. 2)", {panel}, 1};
}

Findings judge(const RunRecords& records) {
  const Rates p{by_load(records, "", tested_tfrc(), loss_event_rate),
                by_load(records, "", tested_tcp(), loss_event_rate)};
  Findings findings;
  findings.claims = cbr_claims(records, p);
  for (Claim& claim : tfrc_claims(p)) findings.claims.push_back(std::move(claim));
  findings.figures = {figure_of(records, p)};
  std::vector<std::pair<std::string, std::vector<double>>> columns{{"TFRC", p.tfrc}, {"TCP", p.tcp}};
  for (const double kbps : {16, 54, 110, 165, 195, 500, 1000}) {
    columns.emplace_back("CBR " + cell(kbps, 0) + " kbit/s", cbr_at(records, kbps));
  }
  findings.tables = {table_by_load("loss-events", "Loss events per packet", columns, 4, 1), tfrc_setup_table()};
  return judged_tfrc(records, std::move(findings));
}

}  // namespace

Scenario tfrc_fig2() {
  return {"T-Fig2", "Rhee and Xu, Fig. 2 (section 4.2)",
          "slower constant-rate flows see higher loss event rates; TFRC's is above TCP's; 200 s, five loads",
          tfrc_cbr_runs(1), judge};
}

}  // namespace evenkeel::lab
