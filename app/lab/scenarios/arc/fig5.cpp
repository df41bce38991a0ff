#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/arc/measures.h"
#include "app/lab/scenarios/arc/parts.h"
#include "app/lab/scenarios/findings.h"
#include "app/lab/scenarios/scenario_math.h"

// Section 4.1.2: four rate-based flows and four of Reno on 2 Mbit/s, ten of Reno on the way back.

namespace evenkeel::lab {
namespace {

const Unit percent{"%", 1, 100};
constexpr DataRate bottleneck = megabits_per_second(2);
constexpr Duration hop_delay = 5ms;
constexpr Duration duration = 1000s;
constexpr RunRecord::Column sent = &Sample::send_bitrate_bps;

RunPlan run_of(const std::string& kind) {
  std::vector<FlowPlan> flows = arc_spread_flows("reno", 4, "reno", hop_delay);
  for (FlowPlan& flow : arc_spread_flows("rate", 4, kind, hop_delay)) flows.push_back(active(std::move(flow), 10s));
  for (FlowPlan& flow : arc_spread_flows("back", 10, "reno", hop_delay)) flows.push_back(routed(std::move(flow), 1, 0));
  RunPlan run = network_run(kind, duration, dumbbell(bottleneck, hop_delay, arc_queue(bottleneck)), std::move(flows));
  return quick_until(std::move(run), 120s);
}

/// From 50 s on, when ARC's ramp has reached its share of 250 kbit/s.
double oscillation_of(const RunRecord& run, const std::string& flows) {
  return oscillation(run, numbered(flows, 4), sent, 50s, run.duration);
}

Claim smoother(const std::string& kind, const RunRecord& run) {
  return claim_greater({"Fig. 5",
                        "Reno's rates vary more than " + arc_title(kind) +
                            "'s beside it: variation of means of 1 s, average of the four",
                        "an order needs no tolerance; from 50 s on, when the ramp is over"},
                       oscillation_of(run, "reno"), oscillation_of(run, "rate"), percent);
}

std::vector<std::string> row_of(const RunRecord& run, const std::string& flows) {
  const auto names = numbered(flows, 4);
  return {run.name, flows, cell(total_of(run, names, sent, 50s, run.duration) / 4e3, 1),
          cell(100 * oscillation_of(run, flows), 1)};
}

Findings judge(const RunRecords& records) {
  Table table{
      "variation", "Sending rates from 50 s on", {"run", "flows", "mean rate [kbit/s]", "variation at 1 s [%]"}, {}};
  Figure figure{"figure-5", "Four flows beside four of Reno, 2 Mbit/s (ARC, Fig. 5)", {}, 1};
  Findings findings;
  for (const std::string kind : {"arc", "tfrc"}) {
    const RunRecord& run = records.get(kind);
    findings.claims.push_back(smoother(kind, run));
    for (const std::string flows : {"rate", "reno"}) table.rows.push_back(row_of(run, flows));
    figure.panels.push_back(rates_over_time(run, numbered("rate", 4), arc_title(kind)));
  }
  figure.panels.push_back(rates_over_time(records.get("arc"), numbered("reno", 4), "Reno, beside ARC"));
  findings.figures = {figure};
  findings.tables = {table};
  return judged_on("arc", records, std::move(findings));
}

}  // namespace

Scenario arc_fig5() {
  return {"A-Fig5",
          "ARC, Fig. 5 (section 4.1.2)",
          "ARC and TFRC send more smoothly than Reno beside them",
          {run_of("arc"), run_of("tfrc")},
          judge};
}

}  // namespace evenkeel::lab
