#pragma once

#include <functional>

#include "app/lab/sim/network/alarm.h"
#include "app/lab/sim/network/udp_ends.h"

namespace evenkeel::sim {

/// UDP packets of one size, each sent a while after the one before.
class PacketStream final : public NetworkFlow {
 public:
  /// When the next packet leaves: after the last one; asked anew for each.
  using Pace = std::function<LocalTime(LocalTime last)>;

  /// `begin` tells the pace that an activity starts.
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
