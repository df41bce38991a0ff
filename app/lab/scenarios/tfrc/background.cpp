#include "app/lab/scenarios/tfrc/setup.h"

#include <algorithm>
#include <iterator>
#include <random>

#include "app/lab/scenarios/scenario_math.h"

namespace evenkeel::lab {
namespace {

constexpr int web_sessions_backward = 30;
constexpr int short_flows = 50;  // each way
constexpr Duration stagger = 10s;

/// Uniformly between two values, the same with every standard library.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}
  Duration between(Duration low, Duration high) {
    const double share = static_cast<double>(random_() >> 11) * 0x1p-53;
    return low + from_seconds(share * to_seconds(high - low));
  }

 private:
  std::mt19937_64 random_;
};

std::uint64_t seed_of(int seed, std::uint64_t purpose) { return static_cast<std::uint64_t>(seed) * 1000 + purpose; }

std::vector<FlowPlan> long_flows(int count) {
  std::vector<FlowPlan> flows;
  for (const std::string& name : numbered("long", count)) flows.push_back(tcp_flow(name, tfrc_tcp()));
  return flows;
}

/// 20 to 100, "depending on the network load": all of them from 35 long-lived flows on, 20 beside five.
int web_sessions(int load) { return std::clamp(20 + 80 * (load - 5) / 30, 20, 100); }

std::vector<FlowPlan> web(const std::string& prefix, int count) {
  ShortTcpPlan session;
  session.tcp = tfrc_tcp();
  session.smallest = bytes(10'000);
  session.largest = bytes(50'000);
  session.mean_pause = 2500ms;
  std::vector<FlowPlan> flows;
  for (const std::string& name : numbered(prefix, count)) flows.push_back(short_tcp_flow(name, session));
  return flows;
}

std::vector<FlowPlan> backward(std::vector<FlowPlan> flows) {
  for (FlowPlan& flow : flows) flow = routed(std::move(flow), 1, 0);
  return flows;
}

std::vector<FlowPlan> brief_flows(const std::string& prefix, std::uint64_t seed) {
  Draw draw(seed);
  std::vector<FlowPlan> flows;
  for (const std::string& name : numbered(prefix, short_flows)) {
    const Duration from = draw.between(Duration::zero(), tfrc_duration - 5s);
    const Duration length = draw.between(5s, 25s);
    flows.push_back(active(tcp_flow(name, tfrc_tcp()), from, from + length));
  }
  return flows;
}

FlowPlan bursts() {
  ParetoPlan plan;
  plan.rate = kilobits_per_second(450);
  plan.packet = tfrc_packet;
  return pareto_flow("bursts", plan);
}

}  // namespace

TcpPlan tfrc_tcp() {
  TcpPlan tcp;
  tcp.segment = tfrc_packet;
  tcp.delayed_ack = false;
  tcp.min_rto = 1s;
  return tcp;
}

std::vector<FlowPlan> tfrc_background(const TfrcSetup& setup) {
  std::vector<FlowPlan> flows = staggered(long_flows(setup.load), seed_of(setup.seed, 1), stagger);
  append_flows(flows, web("web", web_sessions(setup.load)));
  append_flows(flows, backward(web("webback", web_sessions_backward)));
  append_flows(flows, brief_flows("brief", seed_of(setup.seed, 2)));
  append_flows(flows, backward(brief_flows("briefback", seed_of(setup.seed, 3))));
  flows.push_back(bursts());
  flows.push_back(cbr_flow("ping", bits_per_second(100 * 8 * 10), bytes(100)));
  return flows;
}

std::vector<FlowPlan> with_random_access(std::vector<FlowPlan> flows, int seed) {
  Draw draw(seed_of(seed, 4));
  for (FlowPlan& flow : flows) flow.access_delay = draw.between(1ms, 3ms) + draw.between(1ms, 3ms);
  return flows;
}

void append_flows(std::vector<FlowPlan>& flows, std::vector<FlowPlan> more) {
  flows.insert(flows.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace evenkeel::lab
