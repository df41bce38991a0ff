#pragma once

#include <functional>

#include "app/lab/sim/network/flow_ends.h"
#include "app/lab/sim/network/network_flow.h"
#include "app/lab/sim/network/sim_time.h"

namespace evenkeel::sim {

/// A stream of UDP packets of one size.
class PacketStream final : public NetworkFlow {
 public:
  /// Returns when the next packet leaves, given when the last one left. Called for each packet.
  using Pace = std::function<LocalTime(LocalTime last)>;

  /// `begin` is called when the flow becomes active, so that the pace can start over.
  PacketStream(const FlowEnds& ends, FlowMeter& meter, DataSize packet, Pace pace, std::function<void()> begin);

  void start() override;
  void stop() override { alarm_.set(LocalTime::max()); }
  void sample(Sample& row) override { meter_.sample(row); }

 private:
  void send();

  FlowMeter& meter_;
  ns3::Ptr<ns3::Socket> source_;
  ns3::Ptr<ns3::Socket> sink_;
  std::uint32_t payload_;
  Pace pace_;
  std::function<void()> begin_;
  Alarm alarm_;
  LocalTime due_{};
};

std::unique_ptr<NetworkFlow> make_cbr(const lab::CbrPlan& plan, const FlowEnds& ends, FlowMeter& meter,
                                      std::uint64_t seed);
std::unique_ptr<NetworkFlow> make_pareto(const lab::ParetoPlan& plan, const FlowEnds& ends, FlowMeter& meter,
                                         std::uint64_t seed);

}  // namespace evenkeel::sim
