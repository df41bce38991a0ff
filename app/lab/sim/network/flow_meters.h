#pragma once

#include <ns3/packet.h>

#include <memory>
#include <vector>

#include "app/lab/sim/network/flow_meter.h"

namespace evenkeel::sim {

/// The meters of all flows. A packet's destination port identifies its flow: each flow's receiver has its own port.
class FlowMeters {
 public:
  /// Port of flow 0's receiver; the others follow. Stays below the ports of TCP's connecting ends (49152 and up).
  static constexpr std::uint16_t first_port = 2000;
  static constexpr std::size_t max_flows = 20'000;

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
