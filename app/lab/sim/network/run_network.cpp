#include "app/lab/sim/network/run_network.h"

#include <ns3/rng-seed-manager.h>

#include "app/lab/sim/network/network_simulation.h"

namespace evenkeel::sim {
namespace {

/// Cleans up ns-3 after a run, even if the writer throws.
class CleanSimulator {
 public:
  explicit CleanSimulator(std::uint64_t seed) {
    ns3::RngSeedManager::SetSeed(1);
    ns3::RngSeedManager::SetRun(seed);
  }
  ~CleanSimulator() { ns3::Simulator::Destroy(); }
  CleanSimulator(const CleanSimulator&) = delete;
  CleanSimulator& operator=(const CleanSimulator&) = delete;
};

}  // namespace

std::string run_network(const lab::RunPlan& plan, std::uint64_t seed, lab::RunWriter& out) {
  std::string wrong = check_plan(plan);
  if (!wrong.empty()) return wrong;
  std::unique_ptr<NetworkSimulation> simulation;  // destroyed last: ns-3 disconnects callbacks on destruction
  const CleanSimulator clean(seed);
  simulation = std::make_unique<NetworkSimulation>(plan, seed, out);
  simulation->run();
  return {};
}

}  // namespace evenkeel::sim
