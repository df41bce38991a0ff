#include "app/lab/scenarios/tfrc/setup.h"

#include <algorithm>
#include <cmath>

#include "app/lab/scenarios/scenario_math.h"

namespace evenkeel::lab {
namespace {

QueuePlan adaptive_red(const TfrcSetup& setup) {
  QueuePlan queue;
  queue.kind = QueuePlan::Kind::adaptive_red;
  const double packets = 2 * (setup.rate * setup.round_trip / tfrc_packet);  // two bandwidth-delay products
  queue.limit = PacketCount{static_cast<int>(std::lround(packets))};
  return queue;
}

FlowPlan tfrc_flow(const std::string& name, const TfrcSetup& setup) {
  FlowPlan flow = media_flow(name, "tfrc");
  MediaPlan& media = media_of(flow);
  media.packet = tfrc_packet;
  media.settings = setup.settings;
  // One packet a second at first; at least a packet in 8 s, at most the hosts' links.
  media.limits = {kilobits_per_second(8), kilobits_per_second(1), megabits_per_second(100)};
  return flow;
}

std::vector<FlowPlan> flows_under_test(const TfrcSetup& setup) {
  std::vector<FlowPlan> flows;
  for (const std::string& name : numbered("tfrc", tfrc_flows)) flows.push_back(tfrc_flow(name, setup));
  for (const std::string& name : numbered("tcp", tfrc_flows)) flows.push_back(tcp_flow(name, tfrc_tcp()));
  for (const int scale : setup.scales) {
    TfrcSetup scaled = setup;
    scaled.settings.emplace_back("tfrc.scale", std::to_string(scale));
    const std::string prefix = "x" + std::to_string(scale) + "-";
    for (const std::string& name : numbered(prefix, 2)) flows.push_back(tfrc_flow(name, scaled));
  }
  return flows;
}

/// The paper's 1 Mbit/s to 16 kbit/s in 14 steps, about 2 Mbit/s together.
std::vector<FlowPlan> cbr_flows() {
  std::vector<FlowPlan> flows;
  for (const DataRate rate : tfrc_cbr_rates()) {
    FlowPlan flow = cbr_flow("cbr" + std::to_string(flows.size() + 1), rate, tfrc_packet);
    std::get<CbrPlan>(flow.traffic).randomized = true;
    flows.push_back(std::move(flow));
  }
  return flows;
}

NetworkRun network_of(const TfrcSetup& setup) {
  std::vector<FlowPlan> flows = staggered(flows_under_test(setup), static_cast<std::uint64_t>(setup.seed), 10s);
  if (setup.with_cbr) append_flows(flows, cbr_flows());
  append_flows(flows, tfrc_background(setup));
  flows = with_random_access(std::move(flows), setup.seed);
  // Results cover the whole run; telemetry of two flows is enough, and that of 500 would fill a disk.
  for (FlowPlan& flow : flows) flow.telemetry = flow.name == "tfrc1" || flow.name == "tcp1";
  NetworkRun run;
  run.network = dumbbell(setup.rate, setup.round_trip / 2 - 4ms, adaptive_red(setup));
  run.flows = std::move(flows);
  run.settling = tfrc_settling;
  return run;
}

}  // namespace

const std::vector<int>& tfrc_loads() {
  static const std::vector<int> loads{5, 15, 35, 100, 320};
  return loads;
}

const std::vector<DataRate>& tfrc_cbr_rates() {
  static const std::vector<DataRate> rates = [] {
    std::vector<DataRate> all;
    for (const double kbps : {16, 20, 25, 30, 36, 44, 54, 66, 82, 110, 165, 195, 500, 1000}) {
      all.push_back(kilobits_per_second(kbps));
    }
    return all;
  }();
  return rates;
}

RunPlan tfrc_run(const std::string& name, const TfrcSetup& setup) {
  RunPlan run;
  run.name = name;
  run.duration = tfrc_duration;
  run.seed = static_cast<std::uint64_t>(setup.seed);
  run.what = network_of(setup);
  return not_quick(std::move(run));
}

std::string tfrc_run_name(int load, int seed) {
  const std::string digits = std::to_string(load);
  return "load=" + std::string(3 - std::min<std::size_t>(3, digits.size()), '0') + digits +
         ",s=" + std::to_string(seed);
}

std::vector<RunPlan> tfrc_load_runs(const std::string& prefix, const TfrcSetup& setup, int seeds) {
  std::vector<RunPlan> runs;
  for (const int load : tfrc_loads()) {
    for (int seed = 1; seed <= seeds; ++seed) {
      TfrcSetup one = setup;
      one.load = load;
      one.seed = seed;
      runs.push_back(tfrc_run(prefix + tfrc_run_name(load, seed), one));
    }
  }
  return runs;
}

Table tfrc_setup_table() {
  return {
      "setup",
      "What was scaled down",
      {"", "paper", "here", "why the statements survive"},
      {{"duration", "1000 s, the first 200 s discarded", "200 s, the first 60 s discarded",
        "rates and losses settle within 30 s; 140 s hold hundreds of loss events of each flow"},
       {"load levels", "5 to 400 background TCP flows, many levels", "5, 15, 35, 100, 320",
        "orderings and trends are asked for, and 35 is the level that the text names"},
       {"seeds", "up to 30", "1, of Fig. 4 three", "five flows of each kind in each run are averaged as well"},
       {"web traffic", "20-100 sessions both ways, SURGE, 20-60 % of the link",
        "20 to 100 sessions forward, growing up to 35 flows, and 30 backward: files of 10-50 kB, pauses of 2.5 s",
        "it is there to vary the load; the queue on the way there is the bottleneck"},
       {"short TCP", "50 flows both ways, random times", "the same, each 5-25 s", ""},
       {"bursts", "Pareto UDP, 1-2 %", "225 kbit/s on average, 1.5 %", ""},
       {"packets", "of equal size, not stated", "1000 bytes, each acknowledged", "b = 1 in the equation"},
       {"timeout in TFRC's equation", "TCP's for all ns experiments, said in section 5.3, of the bounds",
        "TCP's (tfrc.rto=1) in Figs 1 to 11, 4R (tfrc.rto=0) in Figs 14 and 15",
        "Fig. 4's factor of 2 to 4 rests on it: with 4R (Fig. 14, 100 ms) TFRC sends 1.1 to 1.9 times less than TCP"},
       {"TFRC's reports", "one per round trip", "every 50 ms, or every round trip where that is shorter", ""}}};
}

}  // namespace evenkeel::lab
