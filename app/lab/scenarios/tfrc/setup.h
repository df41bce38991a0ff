#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/lab/claims/table.h"
#include "app/lab/scenarios/builders.h"

namespace evenkeel::lab {

// The simulations of Rhee and Xu's section 3: a dumbbell with adaptive RED, five flows of TFRC and five of TCP under
// test, and background traffic of many kinds. Scaled down, see tfrc_setup_table(). Packets are of 1000 bytes, and TCP
// acknowledges each (b = 1).

constexpr DataSize tfrc_packet = bytes(1000);
constexpr Duration tfrc_duration = 200s;
constexpr Duration tfrc_settling = 60s;  ///< discarded
constexpr int tfrc_flows = 5;            ///< "tfrc1" to "tfrc5", and as many "tcp1" ...

/// Numbers of long TCP flows in the background.
const std::vector<int>& tfrc_loads();
/// Rates of the constant-rate flows "cbr1" to "cbr14", slowest first.
const std::vector<DataRate>& tfrc_cbr_rates();

/// Parameters of one simulation.
struct TfrcSetup {
  DataRate rate = megabits_per_second(15);
  Duration round_trip = 108ms;  ///< of an average flow, without queue: 50 ms of the bottleneck and 1-3 ms at each end
  int load = 5;                 ///< flows in the background
  int seed = 1;
  std::vector<std::pair<std::string, std::string>> settings{};  ///< of tfrc
  bool with_cbr = false;
  std::vector<int> scales{};  ///< further flows of TFRC whose rate is multiplied: two of each, "x4-1", "x4-2"
};

/// Not part of the quick form: each takes many seconds.
RunPlan tfrc_run(const std::string& name, const TfrcSetup& setup);

/// "load=035,s=1": distinguishes the runs of one series.
std::string tfrc_run_name(int load, int seed);
/// One run for each load and seed, named `prefix` + tfrc_run_name().
std::vector<RunPlan> tfrc_load_runs(const std::string& prefix, const TfrcSetup& setup, int seeds);

/// What the paper simulated and what is simulated here, and why the claims still apply.
Table tfrc_setup_table();

/// TCP of the paper: a timeout of at least one second (RFC 2988), every packet acknowledged.
TcpPlan tfrc_tcp();

/// The background: long, short and web-like TCP, bursts of UDP, and the probe "ping", which sends 100 bytes every 100
/// ms.
std::vector<FlowPlan> tfrc_background(const TfrcSetup& setup);

/// Adds one to three milliseconds at each end of each flow, depending on the seed, to avoid phase effects.
std::vector<FlowPlan> with_random_access(std::vector<FlowPlan> flows, int seed);

void append_flows(std::vector<FlowPlan>& flows, std::vector<FlowPlan> more);

}  // namespace evenkeel::lab
