#include <cmath>
#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/arc/measures.h"
#include "app/lab/scenarios/arc/parts.h"
#include "app/lab/scenarios/findings.h"
#include "app/lab/scenarios/scenario_math.h"

// Section 4.1.1: ten rate-based flows and UDP that sends 5 Mbit/s for 200 s and nothing for 200 s. The paper does not
// say which comes first; its Fig. 4 fits ON first, so that OFF first is a run beside it.

namespace evenkeel::lab {
namespace {

const Unit percent{"%", 1, 100};
const Unit plain{"", 2};
constexpr RunRecord::Column sent = &Sample::send_bitrate_bps;

std::vector<std::string> rate_flows() { return numbered("rate", 10); }

/// A span in which UDP neither begins nor ends, after the rate flows have had time to fill the rest: 28 s for 5 Mbit/s
/// by ten flows at 17.8 kbit/s per second each.
struct Phase {
  Duration from;
  Duration to;
  double left_bps;
};
constexpr Phase first_on{60s, 120s, 5e6};  // also in the quick form
constexpr Phase later[] = {
    {100s, 200s, 5e6}, {250s, 400s, 10e6}, {450s, 600s, 5e6}, {650s, 800s, 10e6}, {850s, 1000s, 5e6}};

double use_of(const RunRecord& run, const Phase& phase) {
  return total_of(run, rate_flows(), sent, phase.from, phase.to) / phase.left_bps;
}

/// The utilisation farthest from 1 of all phases; NaN if one was not run.
double worst_use(const RunRecord& run) {
  double worst = 1;
  for (const Phase& phase : later) {
    const double use = use_of(run, phase);
    if (!std::isfinite(use)) return use;
    if (std::abs(use - 1) > std::abs(worst - 1)) worst = use;
  }
  return worst;
}

/// Mean over the phases; NaN if one was not run.
double oscillation_within(const RunRecord& run, const std::vector<Phase>& phases) {
  double sum = 0;
  for (const Phase& phase : phases) sum += oscillation(run, rate_flows(), sent, phase.from, phase.to);
  return sum / static_cast<double>(phases.size());
}
double spread_of(const RunRecord& run) { return spread_among(run, rate_flows(), sent, first_on.from, first_on.to); }

std::vector<Claim> claims_of(const RunRecord& arc, const RunRecord& tfrc) {
  const std::string no_number = "the paper gives no number; ";
  const std::string twice = no_number + "'much more' is taken as twice";
  return {claim_near({"Fig. 3a", "ARC's rates together over what UDP leaves, first ON phase, 60-120 s",
                      no_number + "'track' is taken as within 10 %"},
                     use_of(arc, first_on), 1, 0.1, percent),
          claim_near({"Fig. 3a", "ARC's rates together over what UDP leaves, the worst of the five phases",
                      no_number + "'track' is taken as within 10 %, from 50 s after each change on"},
                     worst_use(arc), 1, 0.1, percent),
          claim_at_most({"Fig. 3a", "ARC's rates are close to each other: variation among the ten, 60-120 s",
                         no_number + "a Jain index of 0.985, below which the literal law does not come (oracle)"},
                        spread_of(arc), std::sqrt(1 / 0.985 - 1), percent),
          claim_greater({"Fig. 3b", "TFRC's rates are farther from each other than ARC's: variation among the ten",
                         "an order needs no tolerance"},
                        spread_of(tfrc), spread_of(arc), percent),
          claim_at_least({"Fig. 3b", "TFRC oscillates much more: its variation in time over ARC's, OFF phases", twice},
                         oscillation_within(tfrc, {later[1], later[3]}) / oscillation_within(arc, {later[1], later[3]}),
                         2, plain),
          known_not_to_hold(
              claim_at_least(
                  {"Fig. 3b", "TFRC oscillates much more: its variation in time over ARC's, 60-120 s, UDP on", twice},
                  oscillation_within(tfrc, {first_on}) / oscillation_within(arc, {first_on}), 2, plain),
              "with 500 kbit/s for each flow a backlog of qthresh = 10 packets is 240 ms of queue, and the buffer "
              "holds 250: "
              "ARC too is stopped by losses. With arc.qthresh=5 it loses nothing and the ratio is 11.7")};
}

Figure figure_of(const std::string& phase, const RunRecord& arc, const RunRecord& tfrc) {
  FigurePanel a = rates_over_time(arc, rate_flows(), "(a) ARC");
  FigurePanel b = rates_over_time(tfrc, rate_flows(), "(b) TFRC");
  return {"figure-3-" + phase, "Ten flows and ON-OFF UDP, 10 Mbit/s, " + phase + " (ARC, Fig. 3)", {a, b}, 1};
}

Findings judge(const RunRecords& records) {
  const RunRecord& arc = records.get("arc,on-first");
  const RunRecord& tfrc = records.get("tfrc,on-first");
  std::vector<SteadySpan> spans;
  for (const std::string run : {"arc,on-first", "tfrc,on-first", "arc,off-first", "tfrc,off-first"}) {
    for (const Phase& phase : later) spans.push_back({run, phase.from, phase.to, rate_flows()});
  }
  Findings findings;
  findings.claims = claims_of(arc, tfrc);
  findings.figures = {figure_of("on-first", arc, tfrc),
                      figure_of("off-first", records.get("arc,off-first"), records.get("tfrc,off-first"))};
  findings.tables = {steady_table("steady", "Steady phases", records, spans)};
  return judged_on("arc", records, std::move(findings));
}

constexpr DataRate bottleneck = megabits_per_second(10);
constexpr Duration hop_delay = 5ms;  // the rest of each round trip is in the access links
constexpr Duration half_period = 200s;
constexpr Duration duration = 1000s;

FlowPlan on_off_udp(bool on_first) {
  FlowPlan udp = cbr_flow("udp", megabits_per_second(5), arc_packet);
  for (Duration on = on_first ? Duration::zero() : half_period; on < duration; on += 2 * half_period) {
    udp = active(std::move(udp), on, on + half_period);
  }
  return udp;
}

RunPlan on_off_run(const std::string& kind, bool on_first) {
  std::vector<FlowPlan> flows;
  for (FlowPlan& flow : arc_spread_flows("rate", 10, kind, hop_delay)) {
    flows.push_back(active(std::move(flow), 10s));
  }
  flows.push_back(on_off_udp(on_first));
  return network_run(kind + (on_first ? ",on-first" : ",off-first"), duration,
                     dumbbell(bottleneck, hop_delay, arc_queue(bottleneck)), std::move(flows));
}

}  // namespace

Scenario arc_fig3() {
  return {"A-Fig3", "ARC, Fig. 3 (section 4.1.1)",
          "ARC's rates are close together and track the bandwidth that ON-OFF UDP leaves, TFRC's oscillate far more",
          arc_on_off_runs(), judge};
}

std::vector<RunPlan> arc_on_off_runs() {
  std::vector<RunPlan> runs;
  for (const std::string kind : {"arc", "tfrc"}) {
    runs.push_back(quick_until(on_off_run(kind, true), 120s));
    runs.push_back(not_quick(on_off_run(kind, false)));
  }
  return runs;
}

}  // namespace evenkeel::lab
