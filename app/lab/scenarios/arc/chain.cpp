#include "app/lab/scenarios/arc/chain.h"

#include "app/lab/scenarios/arc/parts.h"
#include "app/lab/scenarios/scenario_math.h"

namespace evenkeel::lab {
namespace {

constexpr DataRate link_rate = megabits_per_second(1);
constexpr Duration hop_delay = 10ms;  // c1 over ten hops has 25 ms left for its access link
constexpr Duration cross_round_trip = 50ms;
constexpr Duration stagger = 1s;

std::string two_digits(int n) { return (n < 10 ? "0" : "") + std::to_string(n); }

FlowPlan cross_flow(int number, const std::string& kind, int from, int to) {
  FlowPlan flow = arc_flow("c" + std::to_string(number), kind);
  flow.telemetry = false;
  return routed(with_round_trip(std::move(flow), cross_round_trip, hop_delay), from, to);
}

RunPlan chain_run(const ArcChain& chain, int seed) {
  RunPlan run = network_run(name_of(chain, seed), arc_chain_duration, arc_chain_network(chain.hops),
                            arc_chain_flows(chain, seed));
  run.seed = static_cast<std::uint64_t>(seed);
  return not_quick(std::move(run));
}

}  // namespace

const std::vector<int>& arc_chain_hops() {
  static const std::vector<int> hops{1, 2, 3, 4, 6, 8, 10};
  return hops;
}

std::string name_of(const ArcChain& chain, int seed) {
  return chain.first + "-over-" + chain.cross + ",n=" + two_digits(chain.hops) + ",s=" + std::to_string(seed);
}

NetworkPlan arc_chain_network(int hops) { return chain(hops, link_rate, hop_delay, arc_queue(link_rate)); }

std::vector<FlowPlan> arc_chain_flows(const ArcChain& chain, int seed) {
  FlowPlan first = arc_flow("c1", chain.first);
  first = routed(with_round_trip(std::move(first), arc_longest_round_trip, hop_delay * chain.hops), 0, chain.hops);
  std::vector<FlowPlan> flows{active(std::move(first), arc_chain_start)};
  for (int hop = 0; hop < chain.hops; ++hop) {
    flows.push_back(cross_flow(2 * hop + 2, chain.cross, hop, hop + 1));
    flows.push_back(cross_flow(2 * hop + 3, chain.cross, hop + 1, hop));
  }
  return staggered(std::move(flows), static_cast<std::uint64_t>(seed), stagger);
}

std::vector<RunPlan> arc_chain_runs(const std::string& first, const std::string& cross) {
  std::vector<RunPlan> runs;
  for (const int hops : arc_chain_hops()) {
    for (int seed = 1; seed <= arc_chain_seeds; ++seed) runs.push_back(chain_run({first, cross, hops}, seed));
  }
  return runs;
}

double arc_chain_goodput(const RunRecord& run) {
  // c1 begins up to a second later. There is no row where nothing was received, which counts as zero.
  const std::vector<double> rates = run.values("c1", &Sample::receive_bitrate_bps, arc_chain_start, arc_chain_duration);
  double sum = 0;
  for (const double rate : rates) sum += rate;
  return rates.empty() ? average_of({}) : sum * to_seconds(100ms) / to_seconds(arc_chain_duration - arc_chain_start);
}

double arc_chain_goodput(const RunRecords& records, const ArcChain& chain) {
  std::vector<double> goodputs;
  for (int seed = 1; seed <= arc_chain_seeds; ++seed) {
    goodputs.push_back(arc_chain_goodput(records.get(name_of(chain, seed))));
  }
  return mean_of_all(goodputs);
}

FigureSeries arc_chain_line(const RunRecords& records, const std::string& first, const std::string& cross,
                            const std::string& label) {
  FigureSeries line;
  line.label = label;
  line.style = FigureSeries::Style::line_and_points;
  for (const int hops : arc_chain_hops()) {
    line.x.push_back(hops);
    line.y.push_back(1e-3 * arc_chain_goodput(records, {first, cross, hops}));
  }
  return line;
}

}  // namespace evenkeel::lab
