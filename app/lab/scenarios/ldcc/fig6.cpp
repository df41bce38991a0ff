// Fig. 6: as Fig. 5 with 25 packets of buffer, which is less than T_r: driven by loss. Where drops fall depends on the
// flows' phases, so several runs are averaged, whose flows begin a few milliseconds apart. And one run with the T_r of
// 50 ms that the text names once: it loses nothing, so that Fig. 6 must be of 100 ms.

#include <cmath>
#include <functional>

#include "app/lab/claims/statistics.h"
#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/findings.h"
#include "app/lab/scenarios/ldcc/oracles.h"
#include "app/lab/scenarios/ldcc/parts.h"

namespace evenkeel::lab {
namespace {

using namespace ldcc_paper;

const std::string figure = "Fig. 6";
const std::vector<std::string> two{"ldcc1", "ldcc2"};
const std::vector<std::string> three{"ldcc1", "ldcc2", "ldcc3"};
const DataRate capacity = megabits_per_second(3.5);
const DataRate udp = kilobits_per_second(500);
constexpr int seeds = 8;
const std::string sensitivity = "threshold-50ms";

std::string seed_name(int seed) { return "seed-" + std::to_string(seed); }

RunPlan plan_of(const std::string& name, int seed) {
  const std::vector<FlowPlan> flows{ldcc_udp(), ldcc_flow("ldcc1", 2s), ldcc_flow("ldcc2", 4s),
                                    ldcc_flow("ldcc3", 100s, 260s)};
  return network_run(name, 300s, dumbbell(capacity, 25ms, drop_tail(PacketCount{25})),
                     staggered(flows, static_cast<std::uint64_t>(seed)));
}

RunPlan lower_threshold() {
  RunPlan plan = plan_of(sensitivity, 1);
  for (FlowPlan& flow : std::get<NetworkRun>(plan.what).flows) {
    if (flow.name != "udp") media_of(flow).settings.emplace_back("ldcc.T_r", "50ms");
  }
  return quick_until(plan, 100s);
}

std::vector<RunPlan> plans() {
  std::vector<RunPlan> all{lower_threshold()};
  for (int seed = 1; seed <= seeds; ++seed) all.push_back(not_quick(plan_of(seed_name(seed), seed)));
  return all;
}

using Measure = std::function<double(const RunRecord&)>;

/// Mean of a measure over the seeds.
double over_seeds(const RunRecords& records, const Measure& measure) {
  std::vector<double> values;
  for (int seed = 1; seed <= seeds; ++seed) values.push_back(measure(ldcc_run(records, seed_name(seed))));
  return mean_of(values);
}

double loss_of(const RunRecord& run, const std::vector<std::string>& flows, Duration from, Duration to) {
  std::vector<double> values;
  for (const std::string& flow : flows) values.push_back(loss_ratio(run, flow, from, to));
  return mean_of(values);
}

void append_phase(std::vector<Claim>& claims, const RunRecords& records, const std::vector<std::string>& flows,
                  Duration from, Duration to) {
  const std::string when = std::to_string(flows.size()) + " flows";
  const LdccLossMode oracle = ldcc_loss_mode(static_cast<int>(flows.size()), udp, capacity);
  const std::string why = "oracle: w/x = pi/(1 - pi); which flow loses is chance, 8 runs of 20 s are a small sample";
  for (const std::string& flow : flows) {
    const double rate = over_seeds(records, [&](const RunRecord& run) { return mean_rate(run, flow, from, to); });
    claims.push_back(claim_near_share({figure, when + ": equal shares, rate of " + flow + ", mean of the seeds", why},
                                      rate, oracle.rate.bps(), 0.1, kilobits));
  }
  const double loss = over_seeds(records, [&](const RunRecord& run) { return loss_of(run, flows, from, to); });
  claims.push_back(
      claim_near_share({figure, when + ": loss that sets the rates", why}, loss, oracle.loss, 0.2, percent));
}

double largest_delay(const RunRecord& run) {
  double maximum = std::nan("");
  for (const std::string& flow : two)
    maximum = std::fmax(maximum, run.maximum(flow, &Sample::one_way_delay_ms, 0s, 300s));
  return maximum;
}

void append_delays(std::vector<Claim>& claims, const RunRecords& records) {
  const auto mean = [](const RunRecord& run) { return mean_delay(run, "ldcc1", 280s, 300s); };
  claims.push_back(claim_near({figure, "mean one-way delay", "oracle 79.5 ms of 82 with the buffer full"},
                              over_seeds(records, mean), 79.5, 3, milliseconds));
  claims.push_back(claim_at_most({figure, "the largest delay is below T_r", "25 ms and 25 packets: 82 ms"},
                                 over_seeds(records, largest_delay), 100, milliseconds));
  const auto price = [](const RunRecord& run) { return run.maximum("ldcc1", &Sample::law_term_2, 4s, 300s); };
  claims.push_back(claim_at_most({figure, "so the delay has no price: loss alone drives", "exact"},
                                 over_seeds(records, price), 0, {"", 6, 1}));
}

void append_sensitivity(std::vector<Claim>& claims, const RunRecord& run) {
  LdccFlow flow{25ms, 25ms, 50ms};
  const LdccShares shares = ldcc_delay_mode({flow, flow}, capacity - udp);
  claims.push_back(claim_at_most({"ours", "with T_r = 50 ms nothing is lost: Fig. 6 has 100 ms",
                                  "the wanted queue of 37 ms fits into the buffer of 57"},
                                 lost_packets(run, two, 0s, 100s), 0, packets));
  claims.push_back(
      claim_near({"ours", "with T_r = 50 ms the delay is that of eq. 19", "one packet's time on the link is 2.3 ms"},
                 mean_delay(run, "ldcc1", 80s, 100s), to_milliseconds(shares.delays[0]), 3, milliseconds));
}

std::vector<SteadySpan> spans() {
  std::vector<SteadySpan> all{{sensitivity, 80s, 100s, two}, {sensitivity, 240s, 260s, three}};
  for (int seed = 1; seed <= seeds; ++seed) {
    all.push_back({seed_name(seed), 240s, 260s, three});
    all.push_back({seed_name(seed), 280s, 300s, two});
  }
  return all;
}

Findings judge(const RunRecords& records) {
  Findings findings;
  append_phase(findings.claims, records, three, 240s, 260s);
  append_phase(findings.claims, records, two, 280s, 300s);
  append_delays(findings.claims, records);
  append_sensitivity(findings.claims, ldcc_run(records, sensitivity));
  findings.figures = {
      rates_and_delays("l-fig6", "Three flows, driven by loss; one of 8 runs (LDCC, Fig. 6)", records.get("seed-1"),
                       three),
      rates_and_delays("l-fig6-threshold", "The same with T_r = 50 ms: no loss", records.get(sensitivity), three)};
  findings.tables = {steady_table("l-fig6", "Fig. 6 where nothing changes", records, spans())};
  return findings;
}

}  // namespace

Scenario ldcc_fig6() {
  return {"L-Fig6", "LDCC, Fig. 6 (section V-B)",
          "a buffer shorter than T_r: loss sets the equilibrium, and active flows get equal rates", plans(), judge};
}

}  // namespace evenkeel::lab
