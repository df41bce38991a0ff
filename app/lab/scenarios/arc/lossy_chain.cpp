#include "app/lab/scenarios/arc/lossy_chain.h"

#include "app/lab/scenarios/arc/chain.h"
#include "app/lab/scenarios/arc/parts.h"
#include "app/lab/scenarios/scenario_math.h"

namespace evenkeel::lab {
namespace {

constexpr int hops = 10;
constexpr Duration alone_duration = 1060s;  // ten per cent of losses at 85 kbit/s: 700 of them, and 4 % of noise in p
const std::vector<std::string> kinds{"arc", "tfrc", "reno"};

std::string name_of_run(LossyLink link, const std::string& kind, int loss, int seed) {
  const std::string place = link == LossyLink::exit ? "exit" : link == LossyLink::router ? "router" : "alone";
  return kind + "," + place + ",loss=" + std::to_string(loss) + ",s=" + std::to_string(seed);
}

void make_lossy(HopPlan& hop, int loss, bool both_ways) {
  hop.forward.loss = 0.01 * loss;
  if (both_ways) hop.backward.loss = 0.01 * loss;
}

/// Behind the last router; C1's round trip stays 250 ms, since the link has no delay of its own.
HopPlan exit_hop() { return duplex(megabits_per_second(100), Duration::zero(), drop_tail(PacketCount{1000})); }

RunPlan run_of(LossyLink link, const std::string& kind, int loss, int seed) {
  NetworkPlan network = arc_chain_network(hops);
  std::vector<FlowPlan> flows = arc_chain_flows({kind, "reno", hops}, seed);
  if (link == LossyLink::exit) {
    network.hops.push_back(exit_hop());
    flows.front() = routed(std::move(flows.front()), 0, hops + 1);
  }
  make_lossy(network.hops.back(), loss, true);
  RunPlan run =
      network_run(name_of_run(link, kind, loss, seed), arc_chain_duration, std::move(network), std::move(flows));
  run.seed = static_cast<std::uint64_t>(seed);
  return not_quick(std::move(run));
}

RunPlan alone_run(const std::string& kind, int loss, int seed) {
  NetworkPlan network = arc_chain_network(1);
  make_lossy(network.hops.front(), loss, false);
  FlowPlan flow = arc_chain_flows({kind, "reno", 1}, seed).front();
  RunPlan run =
      network_run(name_of_run(LossyLink::alone, kind, loss, seed), alone_duration, std::move(network), {flow});
  run.seed = static_cast<std::uint64_t>(seed);
  run.quick = seed == 1;
  return run;
}

/// From 60 s on, when the ramp is over.
double isolated(const RunRecords& records, const std::string& kind, int loss, RunRecord::Column column) {
  std::vector<double> rates;
  for (int seed = 1; seed <= arc_lossy_seeds; ++seed) {
    const RunRecord& run = records.get(name_of_run(LossyLink::alone, kind, loss, seed));
    rates.push_back(run.mean("c1", column, 60s, alone_duration));
  }
  return average_of(rates);
}

}  // namespace

std::vector<int> arc_losses(LossyLink link) {
  if (link == LossyLink::exit) return {0, 1, 2, 3, 5, 7, 10};
  return {1, 3, 10};
}

std::vector<RunPlan> arc_lossy_runs(LossyLink link) {
  std::vector<RunPlan> runs;
  for (const std::string& kind : kinds) {
    for (const int loss : arc_losses(link)) {
      for (int seed = 1; seed <= arc_lossy_seeds; ++seed) {
        runs.push_back(link == LossyLink::alone ? alone_run(kind, loss, seed) : run_of(link, kind, loss, seed));
      }
    }
  }
  return runs;
}

double arc_lossy_goodput(const RunRecords& records, LossyLink link, const std::string& kind, int loss) {
  if (link == LossyLink::alone) return isolated(records, kind, loss, &Sample::receive_bitrate_bps);
  std::vector<double> goodputs;
  for (int seed = 1; seed <= arc_lossy_seeds; ++seed) {
    goodputs.push_back(arc_chain_goodput(records.get(name_of_run(link, kind, loss, seed))));
  }
  return mean_of_all(goodputs);
}

double arc_isolated_sending_rate(const RunRecords& records, const std::string& kind, int loss) {
  return isolated(records, kind, loss, &Sample::send_bitrate_bps);
}

}  // namespace evenkeel::lab
