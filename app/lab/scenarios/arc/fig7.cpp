#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/arc/chain.h"
#include "app/lab/scenarios/arc/parts.h"
#include "app/lab/scenarios/findings.h"
#include "app/lab/scenarios/scenario_math.h"

namespace evenkeel::lab {
namespace {

const Unit plain{"", 2};

/// One of the curves of Fig. 7: the controllers of c1 and of the cross traffic.
struct Pair {
  std::string first;
  std::string cross;
};

double goodput(const RunRecords& records, const Pair& curve, int hops) {
  return arc_chain_goodput(records, {curve.first, curve.cross, hops});
}

/// The smallest ratio of curve a to curve b, over the numbers of hops from `min_hops` on; NaN if a run is missing.
double min_ratio(const RunRecords& records, const Pair& a, const Pair& b, int min_hops) {
  std::vector<double> ratios;
  for (const int hops : arc_chain_hops()) {
    if (hops >= min_hops) ratios.push_back(goodput(records, a, hops) / goodput(records, b, hops));
  }
  return min_of(ratios);
}

/// The mean ratio of curve a to curve b for N > 3.
double mean_ratio(const RunRecords& records, const Pair& a, const Pair& b) {
  std::vector<double> ratios;
  for (const int hops : {4, 6, 8, 10}) ratios.push_back(goodput(records, a, hops) / goodput(records, b, hops));
  return average_of(ratios);
}

/// Goodput of the longest chain over that of the shortest: below 1 if it falls with N.
double fall(const RunRecords& records, const Pair& curve) {
  return goodput(records, curve, arc_chain_hops().back()) / goodput(records, curve, arc_chain_hops().front());
}

const std::string why_order =
    "an order needs no tolerance; means of five runs that differ in the instants at which flows begin";

Claim greater_everywhere(const RunRecords& records, const std::string& source, const std::string& statement,
                         const Pair& a, const Pair& b, int min_hops) {
  return claim_at_least({source, statement, why_order}, min_ratio(records, a, b, min_hops), 1, plain);
}

Figure figure_of(const RunRecords& records, const std::string& letter, const std::string& title,
                 const std::vector<Pair>& curves, bool of_first) {
  FigurePanel panel;
  panel.x = {"hops N", false, 0, {}};
  panel.y = {"goodput of C1 [kbit/s]", false, 0, {}};
  for (const Pair& curve : curves) {
    const std::string label = arc_title(of_first ? curve.first : curve.cross);
    panel.series.push_back(arc_chain_line(records, curve.first, curve.cross, label));
  }
  return {"figure-7" + letter, title + " (ARC, Fig. 7" + letter + ")", {panel}, 1};
}

Table table_of(const RunRecords& records, const std::vector<Pair>& curves) {
  Table table{"goodput", "Goodput of C1: IP packets that arrived [kbit/s]", {"hops"}, {}};
  for (const Pair& curve : curves) table.columns.push_back(curve.first + " over " + curve.cross);
  for (const int hops : arc_chain_hops()) {
    table.rows.push_back({std::to_string(hops)});
    for (const Pair& curve : curves) table.rows.back().push_back(cell(1e-3 * goodput(records, curve, hops), 1));
  }
  return table;
}

std::vector<RunPlan> runs_of(const std::vector<Pair>& curves) {
  std::vector<RunPlan> runs;
  for (const Pair& curve : curves) {
    for (RunPlan& run : arc_chain_runs(curve.first, curve.cross)) runs.push_back(std::move(run));
  }
  return runs;
}

const std::vector<Pair> over_reno{{"arc", "reno"}, {"tfrc", "reno"}, {"reno", "reno"}};
const std::vector<Pair> reno_over{{"reno", "arc"}, {"reno", "tfrc"}, {"reno", "reno"}};
const std::vector<Pair> homogeneous{{"arc", "arc"}, {"tfrc", "tfrc"}, {"reno", "reno"}};

Findings judge_a(const RunRecords& records) {
  Findings findings;
  for (const Pair& curve : over_reno) {
    findings.claims.push_back(
        claim_at_most({"Fig. 7a", arc_title(curve.first) + ": goodput falls with N: at N = 10 over N = 1", why_order},
                      fall(records, curve), 1, plain));
  }
  findings.claims.push_back(greater_everywhere(records, "Fig. 7a", "ARC's goodput over TFRC's, the least for N > 3",
                                               over_reno[0], over_reno[1], 4));
  findings.claims.push_back(greater_everywhere(records, "Fig. 7a", "ARC's goodput over Reno's, the least for N > 3",
                                               over_reno[0], over_reno[2], 4));
  findings.figures = {figure_of(records, "a", "C1 over Reno", over_reno, true)};
  findings.tables = {table_of(records, over_reno)};
  return judged_on("arc", records, std::move(findings));
}

Findings judge_b(const RunRecords& records) {
  Findings findings;
  findings.claims = {
      greater_everywhere(records, "Fig. 7b", "Reno's goodput over ARC, over that over TFRC: the least of all N",
                         reno_over[0], reno_over[1], 1),
      greater_everywhere(records, "Fig. 7b", "Reno's goodput over ARC, over that over Reno: the least of all N",
                         reno_over[0], reno_over[2], 1),
      claim_at_most({"Fig. 7b", "Reno gets very little over TFRC: goodput over that over Reno, mean of all N > 3",
                     "the paper gives no number; 'very poor' is taken as half"},
                    mean_ratio(records, reno_over[1], reno_over[2]), 0.5, plain)};
  findings.figures = {figure_of(records, "b", "Reno as C1, over", reno_over, false)};
  findings.tables = {table_of(records, reno_over)};
  return judged_on("arc", records, std::move(findings));
}

Findings judge_c(const RunRecords& records) {
  const std::string similar = "the paper gives no number; 'similar' is taken as within a factor of two";
  Findings findings;
  findings.claims = {
      greater_everywhere(records, "Fig. 7c", "ARC's goodput over TFRC's: the least of all N", homogeneous[0],
                         homogeneous[1], 1),
      greater_everywhere(records, "Fig. 7c", "Reno's goodput over TFRC's: the least of all N", homogeneous[2],
                         homogeneous[1], 1),
      claim_at_least({"Fig. 7c", "ARC's goodput over Reno's, the least for N > 3", similar},
                     min_ratio(records, homogeneous[0], homogeneous[2], 4), 0.5, plain),
      known_not_to_hold(claim_at_least({"Fig. 7c", "Reno's goodput over ARC's, the least for N > 3", similar},
                                       min_ratio(records, homogeneous[2], homogeneous[0], 4), 0.5, plain),
                        "of ten hops ARC has 173 kbit/s over ARC and 56 over Reno, Reno 9.8 over Reno: ARC keeps the "
                        "queues short for its like. That ARC over Reno is above Reno over Reno is the paper's own Fig. "
                        "7a, so that Reno can only be similar here if ARC did not gain from ARC's short queues")};
  findings.figures = {figure_of(records, "c", "All flows alike", homogeneous, true)};
  findings.tables = {table_of(records, homogeneous)};
  return judged_on("arc", records, std::move(findings));
}

}  // namespace

Scenario arc_fig7a() {
  return {"A-Fig7a", "ARC, Fig. 7a (section 4.2, scenario 1)",
          "chain of N hops with Reno on each: the long flow's goodput falls with N, ARC's is the largest for N > 3",
          runs_of(over_reno), judge_a};
}

Scenario arc_fig7b() {
  return {"A-Fig7b", "ARC, Fig. 7b (section 4.2, scenario 2)",
          "a long Reno flow gets very little across hops with TFRC, and most across hops with ARC", runs_of(reno_over),
          judge_b};
}

Scenario arc_fig7c() {
  return {"A-Fig7c", "ARC, Fig. 7c (section 4.2, scenario 3)",
          "all flows alike: the long one gets least with TFRC; ARC and Reno are similar for N > 3",
          runs_of(homogeneous), judge_c};
}

}  // namespace evenkeel::lab
