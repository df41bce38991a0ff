#pragma once

#include <vector>

#include "app/lab/sim/network/flow_meters.h"
#include "app/lab/sim/network/plain_device.h"

namespace evenkeel::sim {

class HostDevice;

/// Where a router's hosts hang on it: one device for all, so that the router needs one route to them. Links to hosts
/// have a delay and neither rate nor queue: they limit nothing.
class RouterPort final : public PlainDevice {
 public:
  /// The host's address ends in this number: from 2, for the router is 1.
  std::uint16_t add(HostDevice& host);
  void transmit(ns3::Ptr<ns3::Packet> packet) override;

 private:
  std::vector<HostDevice*> hosts_;
};

/// The host's end. Here a packet of a flow enters the network, and there it has arrived.
class HostDevice final : public PlainDevice {
 public:
  HostDevice(RouterPort& router, Duration delay, FlowMeters& meters)
      : router_(router), delay_(delay), meters_(meters) {}

  void transmit(ns3::Ptr<ns3::Packet> packet) override;
  /// From the router: comes in after the delay.
  void receive(ns3::Ptr<ns3::Packet> packet);

 private:
  void arrive(ns3::Ptr<ns3::Packet> packet);

  RouterPort& router_;
  Duration delay_;
  FlowMeters& meters_;
};

}  // namespace evenkeel::sim
