#include "app/lab/sim/network/network_flow.h"

#include "app/lab/sim/network/media_flow.h"
#include "app/lab/sim/network/packet_stream.h"
#include "app/lab/sim/network/short_tcp_flow.h"
#include "app/lab/sim/network/tcp_flow.h"

namespace evenkeel::sim {
namespace {

struct Maker {
  const FlowEnds& ends;
  FlowMeter& meter;
  std::uint64_t seed;

  std::unique_ptr<NetworkFlow> operator()(const lab::MediaPlan& plan) const {
    return std::make_unique<MediaFlow>(plan, ends, seed);
  }
  std::unique_ptr<NetworkFlow> operator()(const lab::TcpPlan& plan) const {
    return std::make_unique<TcpFlow>(plan, ends, meter);
  }
  std::unique_ptr<NetworkFlow> operator()(const lab::ShortTcpPlan& plan) const {
    return std::make_unique<ShortTcpFlow>(plan, ends, meter, seed);
  }
  std::unique_ptr<NetworkFlow> operator()(const lab::CbrPlan& plan) const { return make_cbr(plan, ends, meter, seed); }
  std::unique_ptr<NetworkFlow> operator()(const lab::ParetoPlan& plan) const {
    return make_pareto(plan, ends, meter, seed);
  }
};

}  // namespace

std::unique_ptr<NetworkFlow> make_flow(const lab::FlowPlan& plan, const FlowEnds& ends, FlowMeter& meter,
                                       std::uint64_t seed) {
  return std::visit(Maker{ends, meter, seed}, plan.traffic);
}

}  // namespace evenkeel::sim
