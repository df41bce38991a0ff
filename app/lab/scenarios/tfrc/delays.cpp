#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/scenario_math.h"
#include "app/lab/scenarios/tfrc/cbr_runs.h"
#include "app/lab/scenarios/tfrc/list.h"
#include "core/theory/throughput_theory.h"

// Figs 14 and 15: round trips of 10 to 500 ms, each protocol with its own timeout: TFRC's 4R, TCP's at least 1 s. The
// abscissa, a "loss event rate" without owner in the paper, is the mean of TFRC's and TCP's.

namespace evenkeel::lab {
namespace {

const Unit plain{"", 2};
constexpr int round_trips[] = {10, 50, 100, 200, 500};  // ms

std::string series_of(int round_trip) {
  const std::string digits = std::to_string(round_trip);
  return "rtt=" + std::string(3 - digits.size(), '0') + digits + ",";
}

std::vector<RunPlan> runs() {
  std::vector<RunPlan> all;
  for (const int round_trip : round_trips) {
    TfrcSetup setup;
    setup.round_trip = std::chrono::milliseconds(round_trip);
    setup.settings = {{"tfrc.rto", "0"}};
    for (RunPlan& run : tfrc_load_runs(series_of(round_trip), setup, 1)) all.push_back(std::move(run));
  }
  return all;
}

/// One path at all loads.
struct Path {
  std::vector<double> p;       ///< mean of both
  std::vector<double> rates;   ///< difference ratio of TFRC's rate to TCP's
  std::vector<double> events;  ///< difference ratio of TFRC's loss event rate to TCP's
  std::vector<double> rtts;    ///< means of TFRC's, with the queue, in ms
};

Path path_of(const RunRecords& records, int round_trip) {
  const std::string series = series_of(round_trip);
  const auto p_tfrc = by_load(records, series, tested_tfrc(), loss_event_rate);
  const auto p_tcp = by_load(records, series, tested_tcp(), loss_event_rate);
  Path path;
  for (std::size_t i = 0; i < p_tfrc.size(); ++i) path.p.push_back((p_tfrc[i] + p_tcp[i]) / 2);
  path.rates = difference_ratios(by_load(records, series, tested_tfrc(), sending_rate),
                                 by_load(records, series, tested_tcp(), sending_rate));
  path.events = difference_ratios(p_tfrc, p_tcp);
  path.rtts = by_load(records, series, tested_tfrc(), mean_round_trip);
  return path;
}

const std::string why_extreme = "the paper's number is an extreme of its runs, of other loads: a quarter";
const std::string why_order = "an order needs no tolerance";

/// The difference ratio that follows from the timeouts by the equation alone, at the greatest measured loss.
double predicted(const Path& path, int round_trip) {
  const Duration rtt = std::chrono::milliseconds(round_trip);
  const double p = max_of(path.p);
  if (!std::isfinite(p)) return p;
  const Duration of_tcp = retransmission_timeout(TimeoutRule::standard_tcp, rtt, Duration::zero());
  return difference_ratio(rate_ratio_of_timeouts(p, rtt, 4 * rtt, of_tcp), 1);
}

/// At the greatest loss, for the paths between the extremes.
Claim smaller_than_predicted(const RunRecords& records, int round_trip) {
  const Path path = path_of(records, round_trip);
  return claim_at_most(
      {"Fig. 14", std::to_string(round_trip) + " ms: less than the equation alone says, at the greatest loss",
       why_order},
      path.rates.back(), predicted(path, round_trip), plain);
}

Claim falls_with_loss(const RunRecords& records, int round_trip) {
  const Path path = path_of(records, round_trip);
  return claim_greater(
      {"Fig. 14", std::to_string(round_trip) + " ms: the ratio falls as loss grows: slope of a fitted line, turned",
       why_order},
      -fitted_line(path.p, path.rates).slope, 0, plain);
}

std::vector<Claim> rate_claims(const RunRecords& records) {
  std::vector<Claim> claims{
      claim_at_least({"Fig. 14", "10 ms: TFRC sends more than 20 times more than TCP, greatest ratio", why_extreme},
                     max_of(path_of(records, 10).rates), 0.75 * 20, plain),
      claim_at_most({"Fig. 14", "500 ms: TFRC sends down to ten times less, least ratio", why_extreme},
                    min_of(path_of(records, 500).rates), 0.75 * -9.8, plain)};
  for (const int round_trip : {50, 100, 200}) claims.push_back(smaller_than_predicted(records, round_trip));
  for (const int round_trip : round_trips) claims.push_back(falls_with_loss(records, round_trip));
  return claims;
}

std::vector<Claim> event_claims(const RunRecords& records) {
  const Path near = path_of(records, 10);
  const Path far = path_of(records, 500);
  return {
      claim_at_most({"Fig. 15", "10 ms: TFRC sees fewer loss events, least difference ratio about -0.6", why_extreme},
                    min_of(near.events), 0.75 * -0.6, plain),
      claim_at_least(
          {"Fig. 15", "500 ms: TFRC sees more loss events at high loss, greatest ratio about 0.5", why_extreme},
          max_of(far.events), 0.75 * 0.5, plain),
      claim_greater({"Fig. 15", "500 ms: the ratio grows with the loss: slope of a fitted line", why_order},
                    fitted_line(far.p, far.events).slope, 0, plain),
      claim_greater(
          {"Fig. 15", "10 ms: the ratio grows with the loss from its least on: last load against the least", why_order},
          near.events.back(), min_of(near.events), plain)};
}

FigurePanel panel_of(const RunRecords& records, const std::string& label, std::vector<double> Path::*y) {
  FigurePanel panel;
  panel.x = {"loss event rate, mean of TFRC and TCP", false, 0, {}};
  panel.y = {label, false, {}, {}};
  panel.limits = {{0, "equal"}};
  for (const int round_trip : round_trips) {
    Path path = path_of(records, round_trip);
    panel.series.push_back(
        {std::to_string(round_trip) + " ms", path.p, path.*y, FigureSeries::Style::line_and_points, {}, false});
  }
  return panel;
}

Table table_of(const RunRecords& records) {
  Table table{"delays",
              "TFRC against TCP, difference ratios",
              {"round trip [ms]", "background TCP", "p", "rates", "loss event rates", "mean RTT [ms]"},
              {}};
  for (const int round_trip : round_trips) {
    const Path path = path_of(records, round_trip);
    for (std::size_t i = 0; i < path.p.size(); ++i) {
      table.rows.push_back({std::to_string(round_trip), std::to_string(tfrc_loads()[i]), cell(path.p[i], 4),
                            cell(path.rates[i], 2), cell(path.events[i], 3), cell(path.rtts[i], 0)});
    }
  }
  return table;
}

Findings findings_of(const RunRecords& records, std::vector<Claim> claims, Figure figure) {
  Findings findings;
  findings.claims = std::move(claims);
  findings.figures = {std::move(figure)};
  findings.tables = {table_of(records), tfrc_setup_table()};
  return judged_tfrc(records, std::move(findings));
}

Findings judge_14(const RunRecords& records) {
  return findings_of(records, rate_claims(records),
                     {"figure-14",
                      "Rates of TFRC and TCP on short and long paths (Rhee and Xu, Fig. 14)",
                      {panel_of(records, "difference ratio of rates, TFRC to TCP", &Path::rates)},
                      1});
}

Findings judge_15(const RunRecords& records) {
  return findings_of(records, event_claims(records),
                     {"figure-15",
                      "Loss event rates of TFRC and TCP on the same paths (Rhee and Xu, Fig. 15)",
                      {panel_of(records, "difference ratio of p, TFRC to TCP", &Path::events)},
                      1});
}

}  // namespace

Scenario tfrc_fig14() {
  return {"T-Fig14", "Rhee and Xu, Fig. 14 (section 6)",
          "at 10 ms TFRC takes 20 times what TCP gets, at 500 ms down to a tenth; five round trips, five loads, 200 s",
          runs(), judge_14};
}

Scenario tfrc_fig15() {
  return {"T-Fig15", "Rhee and Xu, Fig. 15 (section 6)",
          "loss event rates in the same runs: TFRC's is lower at 10 ms, higher at 500 ms and much loss", runs(),
          judge_15};
}

}  // namespace evenkeel::lab
