#pragma once

#include <ns3/net-device.h>
#include <ns3/node.h>
#include <ns3/packet.h>

namespace evenkeel::sim {

/// Base of our devices. They carry bare IP packets, without frame headers or ARP, and are always up. ns-3's
/// point-to-point device would add two bytes to each packet and a second queue behind the planned one, and it can
/// neither change its rate during a packet, nor stop, nor follow a trace.
class PlainDevice : public ns3::NetDevice {
 public:
  /// Sends a packet of this node's IP layer, with its IP header.
  virtual void transmit(ns3::Ptr<ns3::Packet> packet) = 0;
  /// Hands a packet to this node's IP layer.
  void deliver(ns3::Ptr<ns3::Packet> packet);

  bool Send(ns3::Ptr<ns3::Packet> packet, const ns3::Address& to, std::uint16_t protocol) final;
  bool SendFrom(ns3::Ptr<ns3::Packet> packet, const ns3::Address& from, const ns3::Address& to,
                std::uint16_t protocol) final;
  bool SupportsSendFrom() const final { return false; }
  void SetIfIndex(std::uint32_t index) final { index_ = index; }
  std::uint32_t GetIfIndex() const final { return index_; }
  ns3::Ptr<ns3::Channel> GetChannel() const final;
  void SetAddress(ns3::Address) final {}
  ns3::Address GetAddress() const final { return {}; }
  bool SetMtu(std::uint16_t) final { return false; }
  std::uint16_t GetMtu() const final { return 65535; }
  bool IsLinkUp() const final { return true; }
  void AddLinkChangeCallback(ns3::Callback<void>) final {}
  bool IsBroadcast() const final { return false; }
  ns3::Address GetBroadcast() const final { return {}; }
  bool IsMulticast() const final { return false; }
  ns3::Address GetMulticast(ns3::Ipv4Address) const final { return {}; }
  ns3::Address GetMulticast(ns3::Ipv6Address) const final { return {}; }
  bool IsBridge() const final { return false; }
  bool IsPointToPoint() const final { return true; }
  ns3::Ptr<ns3::Node> GetNode() const final { return node_; }
  void SetNode(ns3::Ptr<ns3::Node> node) final { node_ = node; }
  bool NeedsArp() const final { return false; }
  void SetReceiveCallback(ReceiveCallback receive) final { receive_ = receive; }
  void SetPromiscReceiveCallback(PromiscReceiveCallback) final {}

 protected:
  void DoDispose() override;

 private:
  ns3::Ptr<ns3::Node> node_;
  ReceiveCallback receive_;
  std::uint32_t index_ = 0;
};

}  // namespace evenkeel::sim
