#include "app/lab/sim/network/plain_device.h"

#include <ns3/channel.h>
#include <ns3/ipv4-l3-protocol.h>

namespace evenkeel::sim {

void PlainDevice::deliver(ns3::Ptr<ns3::Packet> packet) {
  receive_(this, packet, ns3::Ipv4L3Protocol::PROT_NUMBER, ns3::Address());
}

bool PlainDevice::Send(ns3::Ptr<ns3::Packet> packet, const ns3::Address&, std::uint16_t) {
  transmit(packet);
  return true;
}

bool PlainDevice::SendFrom(ns3::Ptr<ns3::Packet>, const ns3::Address&, const ns3::Address&, std::uint16_t) {
  return false;
}

ns3::Ptr<ns3::Channel> PlainDevice::GetChannel() const { return nullptr; }

// The node and its devices refer to each other; break the cycle.
void PlainDevice::DoDispose() {
  node_ = nullptr;
  receive_.Nullify();
  NetDevice::DoDispose();
}

}  // namespace evenkeel::sim
