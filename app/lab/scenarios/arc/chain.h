#pragma once

#include <string>
#include <vector>

#include "app/lab/record/run_record.h"
#include "app/lab/scenarios/builders.h"
#include "gui/figures/figure.h"

namespace evenkeel::lab {

// Section 4.2: a chain of N hops of 1 Mbit/s. "c1" crosses all of them from 10 s on, with a round trip of 250 ms; on
// each hop and in each direction one other flow, with a round trip of 50 ms, "c2" to "c<2N+1>". 110 s.

/// Numbers of hops; the paper does not state them.
const std::vector<int>& arc_chain_hops();

/// One setting, run with several seeds, which vary when flows begin; nothing else is random.
struct ArcChain {
  std::string first;  ///< what controls c1: "arc", "tfrc" or "reno"
  std::string cross;  ///< what controls the others
  int hops = 1;
};
constexpr int arc_chain_seeds = 5;

/// "arc-over-reno,n=04,s=1".
std::string name_of(const ArcChain& chain, int seed);
/// Runs for all numbers of hops and all seeds.
std::vector<RunPlan> arc_chain_runs(const std::string& first, const std::string& cross);

/// Parts of these runs, for other scenarios with chains.
std::vector<FlowPlan> arc_chain_flows(const ArcChain& chain, int seed);
NetworkPlan arc_chain_network(int hops);
constexpr Duration arc_chain_duration = 110s;
constexpr Duration arc_chain_start = 10s;

/// What c1 received in bit/s, from its start to the end; the mean over the seeds found.
double arc_chain_goodput(const RunRecords& records, const ArcChain& chain);
/// The goodput of one run.
double arc_chain_goodput(const RunRecord& run);

/// Goodput over the number of hops.
FigureSeries arc_chain_line(const RunRecords& records, const std::string& first, const std::string& cross,
                            const std::string& label);

}  // namespace evenkeel::lab
