#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/arc/measures.h"
#include "app/lab/scenarios/arc/parts.h"
#include "app/lab/scenarios/findings.h"
#include "app/lab/scenarios/scenario_math.h"

namespace evenkeel::lab {
namespace {

const Unit index{"", 3};
constexpr Duration start = 10s;  // of the rate flows
constexpr RunRecord::Column got = &Sample::receive_bitrate_bps;

std::vector<std::string> rate_flows() { return numbered("rate", 10); }

/// Fig. 4: Jain's index of the throughputs since the flows' start, second by second.
class FairnessCurve {
 public:
  explicit FairnessCurve(const RunRecord& run)
      : values_(cumulative_jain(run, rate_flows(), got, start, std::max(start, run.duration))) {}

  double at(Duration time) const {
    const auto place = static_cast<std::size_t>((time - start) / 1s);
    return place >= 1 && place <= values_.size() ? values_[place - 1] : std::nan("");
  }
  /// Values within (from, to]; empty if the run is shorter.
  std::vector<double> within(Duration from, Duration to) const {
    std::vector<double> part;
    for (Duration t = from + 1s; t <= to; t += 1s) part.push_back(at(t));
    return std::isfinite(at(to)) ? part : std::vector<double>{};
  }
  FigureSeries line(const std::string& label) const {
    FigureSeries series;
    series.label = label;
    series.y = values_;
    for (std::size_t i = 0; i < values_.size(); ++i) series.x.push_back(to_seconds(start) + static_cast<double>(i) + 1);
    return series;
  }

 private:
  std::vector<double> values_;
};

std::vector<Claim> arc_claims(const FairnessCurve& arc) {
  const std::string in_the_text = "the number is the paper's";
  return {claim_at_least({"Fig. 4", "ARC reaches an index of 0.9 before 100 s", in_the_text}, arc.at(100s), 0.9, index),
          claim_at_least({"Fig. 4", "ARC's greatest index comes after 200 s: greatest after, against that before",
                          "an order needs no tolerance"},
                         max_of(arc.within(200s, 1000s)), max_of(arc.within(20s, 200s)), index),
          claim_at_least({"oracle", "ARC's least index from 20 s on, ON first",
                          "the literal law in an idealised simulation; before 20 s the flows have sent a few packets"},
                         min_of(arc.within(20s, 1000s)), 0.985, index)};
}

std::vector<Claim> tfrc_claims(const FairnessCurve& tfrc, const FairnessCurve& arc) {
  return {
      claim_at_most({"Fig. 4", "TFRC is significantly unfair in the first 200 s: index at 100 s",
                     "below what the paper calls acceptable"},
                    tfrc.at(100s), 0.9, index),
      known_to_vary(claim_at_most({"Fig. 4", "TFRC is significantly unfair in the first 200 s: index at 200 s",
                                   "below what the paper calls acceptable"},
                                  tfrc.at(200s), 0.9, index),
                    "0.918 and 0.873 on two draws; the paper's crossing of 0.9 is later, with ns-2's own form of TFRC, "
                    "whose text is not at hand"),
      claim_near({"Fig. 4", "TFRC's index at the end", "the paper's 0.9 has one digit"}, tfrc.at(1000s), 0.9, 0.05,
                 index),
      claim_greater({"Fig. 4", "ARC is fairer than TFRC at 100 s", "an order needs no tolerance"}, arc.at(100s),
                    tfrc.at(100s), index),
      claim_greater({"Fig. 4", "ARC is fairer than TFRC at the end", "an order needs no tolerance"}, arc.at(1000s),
                    tfrc.at(1000s), index)};
}

/// Not in the paper: shows which order of the phases the paper used.
Claim off_first_claim(const RunRecord& run) {
  const double minimum = min_of(windowed_jain(run, rate_flows(), got, 200s, 250s, 10s));
  return known_not_to_hold(
      claim_between({"oracle", "OFF first: ARC's least index of 10 s after UDP sets in at 200 s",
                     "0.76-0.80 in an idealised simulation, in which cuts are exactly synchronous; 0.05 more"},
                    minimum, 0.71, 0.85, index),
      "all ten flows lose within 0.6 s of the edge here as well, but from equal rates: each goes to what it receives, "
      "which is nearly the same for all, so that the index stays above 0.98");
}

Figure figure_of(const std::string& phase, const FairnessCurve& arc, const FairnessCurve& tfrc) {
  FigurePanel panel;
  panel.x = {"time [s]", false, 0, {}};
  panel.y = {"Jain's index of the throughputs", false, 0, 1};
  panel.series = {arc.line("ARC"), tfrc.line("TFRC")};
  panel.limits = {{0.9, "acceptable"}};
  return {"figure-4-" + phase, "Fairness of ten flows, " + phase + " (ARC, Fig. 4)", {panel}, 1};
}

Findings judge(const RunRecords& records) {
  const FairnessCurve arc(records.get("arc,on-first"));
  const FairnessCurve tfrc(records.get("tfrc,on-first"));
  Findings findings;
  findings.claims = arc_claims(arc);
  for (Claim& claim : tfrc_claims(tfrc, arc)) findings.claims.push_back(std::move(claim));
  findings.claims.push_back(off_first_claim(records.get("arc,off-first")));
  findings.figures = {figure_of("on-first", arc, tfrc),
                      figure_of("off-first", FairnessCurve(records.get("arc,off-first")),
                                FairnessCurve(records.get("tfrc,off-first")))};
  return judged_on("arc", records, std::move(findings));
}

}  // namespace

Scenario arc_fig4() {
  return {"A-Fig4", "ARC, Fig. 4 (section 4.1.1)",
          "Jain's index: ARC 0.9 before 100 s and greatest after 200 s, TFRC unfair at first and 0.9 only at the end",
          arc_on_off_runs(), judge};
}

}  // namespace evenkeel::lab
