#pragma once

#include <vector>

#include "app/lab/sim/network/flow_meters.h"
#include "app/lab/sim/network/plain_device.h"

namespace evenkeel::sim {

class HostDevice;

/// A router's port to all of its hosts: one device, so that the router needs one route to them. Links to hosts have a
/// delay, but neither a rate limit nor a queue.
class RouterPort final : public PlainDevice {
 public:
  /// Returns the last number of the host's address: 2 and up, since the router is 1.
  std::uint16_t add(HostDevice& host);
  void transmit(ns3::Ptr<ns3::Packet> packet) override;

 private:
  std::vector<HostDevice*> hosts_;
};

/// The host's end of that link. Packets enter the network here at the source, and arrive here at the sink.
class HostDevice final : public PlainDevice {
 public:
  HostDevice(RouterPort& router, Duration delay, FlowMeters& meters)
      : router_(router), delay_(delay), meters_(meters) {}

  void transmit(ns3::Ptr<ns3::Packet> packet) override;
  /// A packet from the router, which arrives after the delay.
  void receive(ns3::Ptr<ns3::Packet> packet);

 private:
  void arrive(ns3::Ptr<ns3::Packet> packet);

  RouterPort& router_;
  Duration delay_;
  FlowMeters& meters_;
};

}  // namespace evenkeel::sim
