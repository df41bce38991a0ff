#include "app/lab/sim/network/network.h"

#include <ns3/ipv4-static-routing-helper.h>
#include <ns3/ipv4-static-routing.h>
#include <ns3/ipv4.h>

#include "app/lab/sim/network/random.h"

namespace evenkeel::sim {
namespace {

constexpr int max_flows_of_host = 16;
const ns3::Ipv4Mask host_mask("255.255.0.0");
const ns3::Ipv4Mask hop_mask("255.255.255.0");

ns3::Ipv4Address host_network(std::size_t router) {
  return ns3::Ipv4Address(0x0A000000u | static_cast<std::uint32_t>(router) << 16);
}

ns3::Ipv4Address host_address(std::size_t router, std::uint16_t number) {
  return ns3::Ipv4Address(host_network(router).Get() | number);
}

/// The address of end 1 or 2 of a hop.
ns3::Ipv4Address hop_address(std::size_t hop, std::uint32_t end) {
  return ns3::Ipv4Address(0xAC100000u | static_cast<std::uint32_t>(hop) << 8 | end);
}

// By hand, since the address helper would also install FQ-CoDel.
void attach(ns3::Node& node, ns3::Ptr<PlainDevice> device, ns3::Ipv4Address address, ns3::Ipv4Mask mask) {
  node.AddDevice(device);
  const auto ip = node.GetObject<ns3::Ipv4>();
  const std::uint32_t interface = ip->AddInterface(device);
  ip->AddAddress(interface, ns3::Ipv4InterfaceAddress(address, mask));
  ip->SetUp(interface);
}

std::uint32_t interface_of(ns3::Node& node, ns3::Ptr<ns3::NetDevice> device) {
  return static_cast<std::uint32_t>(node.GetObject<ns3::Ipv4>()->GetInterfaceForDevice(device));
}

ns3::Ptr<ns3::Ipv4StaticRouting> routes_of(ns3::Node& node) {
  return ns3::Ipv4StaticRoutingHelper().GetStaticRouting(node.GetObject<ns3::Ipv4>());
}

}  // namespace

Network::Network(const lab::NetworkPlan& plan, std::uint64_t seed, FlowMeters& meters) : meters_(meters) {
  stack_.SetIpv6StackInstall(false);
  stack_.SetRoutingHelper(ns3::Ipv4StaticRoutingHelper());
  for (std::size_t i = 0; i <= plan.hops.size(); ++i) add_router(i);
  for (std::size_t i = 0; i < plan.hops.size(); ++i) add_hop(i, plan.hops[i], seed);
  add_routes();
}

ns3::Ptr<ns3::Node> Network::make_node() {
  const auto node = ns3::CreateObject<ns3::Node>();
  stack_.Install(node);
  return node;
}

void Network::add_router(std::size_t index) {
  routers_.push_back(make_node());
  ports_.push_back(ns3::CreateObject<RouterPort>());
  attach(*routers_.back(), ports_.back(), host_address(index, 1), host_mask);
}

ns3::Ptr<LinkDevice> Network::make_link(const lab::LinkPlan& plan, std::uint64_t seed, std::size_t number) {
  return ns3::CreateObject<LinkDevice>(plan, *link_capacity(plan), seed_of(seed, number),
                                       static_cast<std::int64_t>(number),
                                       [this](const ns3::Packet& packet) { meters_.on_lost(packet); });
}

void Network::add_hop(std::size_t index, const lab::HopPlan& plan, std::uint64_t seed) {
  Hop hop{make_link(plan.forward, seed, 2 * index), make_link(plan.backward, seed, 2 * index + 1)};
  hop.forward->connect(*hop.backward);
  hop.backward->connect(*hop.forward);
  attach(*routers_[index], hop.forward, hop_address(index, 1), hop_mask);
  attach(*routers_[index + 1], hop.backward, hop_address(index, 2), hop_mask);
  hops_.push_back(std::move(hop));
}

// Routes name no next hop: our devices have one far end, or use the packet's own address.
void Network::add_routes() {
  for (std::size_t i = 0; i < routers_.size(); ++i) {
    ns3::Node& router = *routers_[i];
    const auto routes = routes_of(router);
    for (std::size_t other = 0; other < routers_.size(); ++other) {
      if (other == i) continue;
      const ns3::Ptr<ns3::NetDevice> way = other > i ? hops_[i].forward : hops_[i - 1].backward;
      routes->AddNetworkRouteTo(host_network(other), host_mask, interface_of(router, way));
    }
  }
}

Host Network::host(int router, Duration delay) {
  SharedHost& shared = hosts_[{router, delay}];
  if (!shared.host.node || shared.flows == max_flows_of_host) {
    shared = {make_host(static_cast<std::size_t>(router), delay), 0};
  }
  ++shared.flows;
  return shared.host;
}

Host Network::make_host(std::size_t router, Duration delay) {
  RouterPort& port = *ports_[router];
  const auto device = ns3::CreateObject<HostDevice>(port, delay, meters_);
  Host host{make_node(), host_address(router, port.add(*device))};
  attach(*host.node, device, host.address, host_mask);
  routes_of(*host.node)->SetDefaultRoute(host_address(router, 1), interface_of(*host.node, device));
  return host;
}

Path Network::path(int from, int to, Duration access) const {
  Path path;
  path.access = access;
  for (int i = from; i < to; ++i) {
    path.forward.push_back(ns3::PeekPointer(hops_[static_cast<std::size_t>(i)].forward));
    path.backward.push_back(ns3::PeekPointer(hops_[static_cast<std::size_t>(i)].backward));
  }
  for (int i = from; i > to; --i) {
    path.forward.push_back(ns3::PeekPointer(hops_[static_cast<std::size_t>(i - 1)].backward));
    path.backward.push_back(ns3::PeekPointer(hops_[static_cast<std::size_t>(i - 1)].forward));
  }
  return path;
}

}  // namespace evenkeel::sim
