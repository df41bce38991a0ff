// Figs 10 and 11: the parking lot. Flow 1 crosses both bottlenecks, flow 2 the first and flow 3 the second. With long
// buffers delay drives all of them, with short ones (50 ms) flow 1 has a price of both kinds.

#include <algorithm>

#include "app/lab/claims/statistics.h"
#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/findings.h"
#include "app/lab/scenarios/ldcc/oracles.h"
#include "app/lab/scenarios/ldcc/parts.h"

namespace evenkeel::lab {
namespace {

using namespace ldcc_paper;

const std::vector<std::string> two{"ldcc1", "ldcc2"};
const std::vector<std::string> three{"ldcc1", "ldcc2", "ldcc3"};
const DataRate capacity = megabits_per_second(2.5);
const DataRate left = megabits_per_second(2);  // after UDP
constexpr Duration end = 300s;
constexpr int seeds = 4;

std::vector<FlowPlan> flows() {
  return {routed(ldcc_udp(), 0, 2), routed(ldcc_flow("ldcc1"), 0, 2), routed(ldcc_flow("ldcc2"), 0, 1),
          routed(ldcc_flow("ldcc3", 100s, 260s), 1, 2)};
}

RunPlan delay_plan() {
  return quick_until(network_run("delay", end, parking_lot(capacity, 25ms, drop_tail(PacketCount{100})), flows()),
                     100s);
}

/// A run of 100 s with a buffer that holds the same time.
RunPlan small_packets() {
  std::vector<FlowPlan> all = flows();
  std::get<CbrPlan>(all[0].traffic).packet = bytes(250);
  for (std::size_t i = 1; i < all.size(); ++i) media_of(all[i]).packet = bytes(250);
  return not_quick(network_run("small-packets", 100s, parking_lot(capacity, 25ms, drop_tail(320ms)), all));
}

std::string seed_name(int seed) { return "seed-" + std::to_string(seed); }

std::vector<RunPlan> mixed_plans() {
  std::vector<RunPlan> all;
  for (int seed = 1; seed <= seeds; ++seed) {
    all.push_back(not_quick(network_run(seed_name(seed), end, parking_lot(capacity, 25ms, drop_tail(50ms)),
                                        staggered(flows(), static_cast<std::uint64_t>(seed)))));
  }
  return all;
}

LdccEquilibrium equilibrium(const std::string& when, Duration from, Duration to, const std::vector<std::string>& names,
                            const LdccShares& shares) {
  LdccEquilibrium at{when, from, to, names, {}, {}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t like = std::min<std::size_t>(i, 1);  // flow 3 equals flow 2
    at.rates.push_back(shares.rates[like].bps());
    at.delays.push_back(to_milliseconds(shares.delays[like]));
  }
  return at;
}

const LdccFlow short_path{25ms, 25ms};

/// Only the first link has a queue. On the second, flow 1's packet has a transmission time, which a fluid does not.
LdccShares shares_before(DataSize packet) {
  return ldcc_delay_mode({{50ms + packet / capacity, 50ms}, short_path}, left);
}

LdccEquilibrium before() {
  return equilibrium("two flows, packets of 1000 B", 80s, 100s, two, shares_before(bytes(1000)));
}

/// The links are equal, and so are their queues.
LdccEquilibrium during() {
  return equilibrium("three flows", 220s, 260s, three, ldcc_delay_mode({{50ms, 50ms, 100ms, 2}, short_path}, left));
}

void append_order(std::vector<Claim>& claims, const std::string& source, const std::string& when, double long_path,
                  double others) {
  claims.push_back(
      claim_greater({source, "flow 1, over two bottlenecks, is the slowest: the next above it, " + when, ""}, others,
                    long_path, kilobits));
}

/// The published number is that of a fluid, which small packets approach.
void append_fluid(std::vector<Claim>& claims, const RunRecords& records) {
  const double fluid = shares_before(bytes(0)).rates[0].bps();
  claims.push_back(known_not_to_hold(
      claim_near_share({"Fig. 10", "two flows: rate of ldcc1 as of a fluid", ""},
                       mean_rate(ldcc_run(records, "delay"), "ldcc1", 80s, 100s), fluid, 0.02, kilobits),
      "a packet of 1000 bytes takes 3.2 ms on the second link, which has no queue: so much more delay is 3 % of the "
      "rate; "
      "with packets of 250 bytes (further run) it holds"));
  claims.push_back(claim_near_share(
      {"Fig. 10", "two flows: rate of ldcc1 as of a fluid, with packets of 250 B", "oracle: eq. 19; 2 % are asked for"},
      mean_rate(ldcc_run(records, "small-packets"), "ldcc1", 80s, 100s), fluid, 0.02, kilobits));
}

Findings judge_delay(const RunRecords& records) {
  const std::string source = "Fig. 10";
  const RunRecord& run = ldcc_run(records, "delay");
  Findings findings;
  claim_equilibrium(findings.claims, source, run, before());
  claim_equilibrium(findings.claims, source, run, during());
  append_fluid(findings.claims, records);
  append_order(findings.claims, source, "two flows", mean_rate(run, "ldcc1", 80s, 100s),
               mean_rate(run, "ldcc2", 80s, 100s));
  append_order(findings.claims, source, "three flows", mean_rate(run, "ldcc1", 220s, 260s),
               std::min(mean_rate(run, "ldcc2", 220s, 260s), mean_rate(run, "ldcc3", 220s, 260s)));
  const std::string why = "the wanted queues, 100 ms and 93 ms each, are shorter than 320 ms";
  findings.claims.push_back(
      claim_at_most({source, "no packet is lost until 100 s", why}, lost_packets(run, two, 0s, 100s), 0, packets));
  const double later = lost_packets(run, two, 100s, end) + lost_packets(run, {"ldcc3"}, 100s, 260s);
  findings.claims.push_back(claim_at_most({source, "no packet is lost from then on", why}, later, 0, packets));
  findings.figures = {
      rates_and_delays("l-fig10", "Parking lot, driven by delay (LDCC, Fig. 10)", records.get("delay"), three)};
  findings.tables = {
      steady_table("l-fig10", "Fig. 10 where nothing changes", records,
                   {{"delay", 80s, 100s, two}, {"delay", 220s, 260s, three}, {"delay", 280s, end, two}})};
  return findings;
}

/// Mean over the seeds of a measure of the run between 220 and 260 s.
template <class Measure>
double over_seeds(const RunRecords& records, Measure measure) {
  std::vector<double> values;
  for (int seed = 1; seed <= seeds; ++seed) values.push_back(measure(ldcc_run(records, seed_name(seed))));
  return mean_of(values);
}

double seeds_rate(const RunRecords& records, const std::string& flow) {
  return over_seeds(records, [&](const RunRecord& run) { return mean_rate(run, flow, 220s, 260s); });
}

double seeds_loss(const RunRecords& records, const std::string& flow) {
  return over_seeds(records, [&](const RunRecord& run) { return loss_ratio(run, flow, 220s, 260s); });
}

/// Eq. 15 at rest for flow 1, by what it measured, in bit/s.
double law_rate(const RunRecords& records) {
  const LdccParameters law;
  const auto mean = [&](RunRecord::Column column) {
    return over_seeds(records, [&](const RunRecord& run) { return run.mean("ldcc1", column, 220s, 260s); });
  };
  const double delay = mean(&Sample::one_way_delay_ms);
  const double price = law.beta * (delay - to_milliseconds(law.t_r)) / mean(&Sample::round_trip_time_ms);
  const double loss = seeds_loss(records, "ldcc1");
  return law.w.bps() / (price + loss / (1 - loss));
}

void append_mixed(std::vector<Claim>& claims, const RunRecords& records) {
  const std::string source = "Fig. 11";
  const std::string why = "\"about\", by simulation of the literal law; which flow loses is chance, so 10 %";
  claims.push_back(known_not_to_hold(
      claim_near_share({source, "three flows: rate of ldcc1, mean of the seeds", ""}, seeds_rate(records, "ldcc1"),
                       0.40e6, 0.1, kilobits),
      "400 kbit/s is what eq. 15 gives with both queues full and twice the loss of a link; here the queues are nine "
      "tenths full, and flow 1 loses less than its share on each link (1.7 instead of 2.5 %); of what it really meets "
      "it "
      "gets what the law says, which is the next claim"));
  claims.push_back(
      claim_near_share({source, "three flows: rate of ldcc1 by its own delay and loss, w/x = v + pi/(1 - pi)",
                        "means over 40 s of what varies: 10 %"},
                       seeds_rate(records, "ldcc1"), law_rate(records), 0.1, kilobits));
  for (const std::string flow : {"ldcc2", "ldcc3"}) {
    claims.push_back(claim_near_share({source, "three flows: rate of " + flow + ", mean of the seeds", why},
                                      seeds_rate(records, flow), 1.6e6, 0.1, kilobits));
    claims.push_back(claim_near_share({source, "loss of " + flow + ", on one link", "\"about 1.2 %\""},
                                      seeds_loss(records, flow), 0.012, 0.2, percent));
  }
  append_order(claims, source, "three flows", seeds_rate(records, "ldcc1"),
               std::min(seeds_rate(records, "ldcc2"), seeds_rate(records, "ldcc3")));
}

/// Flow 1 has a price of both kinds.
void append_regime(std::vector<Claim>& claims, const RunRecords& records) {
  const auto delay = [](const RunRecord& run) { return mean_delay(run, "ldcc1", 220s, 260s); };
  claims.push_back(claim_at_least({"Fig. 11", "flow 1 has losses", "above a tenth of those of a link"},
                                  seeds_loss(records, "ldcc1"), 0.0012, percent));
  claims.push_back(claim_at_least({"Fig. 11", "and its one-way delay is above T_r", ""}, over_seeds(records, delay),
                                  100, milliseconds));
}

std::vector<SteadySpan> mixed_spans() {
  std::vector<SteadySpan> all;
  for (int seed = 1; seed <= seeds; ++seed) {
    all.push_back({seed_name(seed), 80s, 100s, two});
    all.push_back({seed_name(seed), 220s, 260s, three});
  }
  return all;
}

Findings judge_mixed(const RunRecords& records) {
  Findings findings;
  append_mixed(findings.claims, records);
  append_regime(findings.claims, records);
  findings.figures = {rates_and_delays(
      "l-fig11", "Parking lot, driven by delay and loss; one of 4 runs (LDCC, Fig. 11)", records.get("seed-1"), three)};
  findings.tables = {steady_table("l-fig11", "Fig. 11 where nothing changes", records, mixed_spans())};
  return findings;
}

}  // namespace

Scenario ldcc_fig10() {
  return {"L-Fig10",
          "LDCC, Fig. 10 (section V-B)",
          "parking lot, driven by delay: the flow over both bottlenecks is the slowest, no loss",
          {delay_plan(), small_packets()},
          judge_delay};
}

Scenario ldcc_fig11() {
  return {"L-Fig11", "LDCC, Fig. 11 (section V-B)",
          "parking lot with short buffers: flow 1 sees loss and more delay than T_r, and is the slowest", mixed_plans(),
          judge_mixed};
}

}  // namespace evenkeel::lab
