#pragma once

#include <ns3/packet.h>

#include <memory>
#include <vector>

#include "app/lab/sim/network/flow_meter.h"

namespace evenkeel::sim {

/// The meters of all flows. A packet is told by the port that it goes to: each flow's receiver has one of its own.
class FlowMeters {
 public:
  /// Of the receiver of flow 0; the next flow's is one more. Below those that TCP's connecting ends take (49152 up).
  static constexpr std::uint16_t first_port = 2000;
  static constexpr std::size_t most_flows = 20'000;

  FlowMeter& add(FlowMeter::Config config, Path path);
  std::vector<std::unique_ptr<FlowMeter>>& all() { return meters_; }

  void on_sent(const ns3::Packet& packet);
  void on_arrived(const ns3::Packet& packet);
  void on_lost(const ns3::Packet& packet);

 private:
  FlowMeter* meter_of(const ns3::Packet& packet) const;

  std::vector<std::unique_ptr<FlowMeter>> meters_;
};

}  // namespace evenkeel::sim
