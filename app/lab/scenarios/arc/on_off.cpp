#include "app/lab/scenarios/arc/list.h"
#include "app/lab/scenarios/arc/parts.h"

// Section 4.1.1: ten rate-based flows and UDP that sends 5 Mbit/s for 200 s and nothing for 200 s. The paper does not
// say which comes first; its Fig. 4 fits ON first, so that OFF first is a run beside it.

namespace evenkeel::lab {
namespace {

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

std::vector<RunPlan> arc_on_off_runs() {
  std::vector<RunPlan> runs;
  for (const std::string kind : {"arc", "tfrc"}) {
    runs.push_back(quick_until(on_off_run(kind, true), 120s));
    runs.push_back(not_quick(on_off_run(kind, false)));
  }
  return runs;
}

}  // namespace evenkeel::lab
