#pragma once

#include <ns3/internet-stack-helper.h>
#include <ns3/ipv4-address.h>
#include <ns3/node.h>

#include <map>
#include <string>
#include <vector>

#include "app/lab/sim/network/access.h"
#include "app/lab/sim/network/link_device.h"

namespace evenkeel::sim {

/// An end host with one or more flows.
struct Host {
  ns3::Ptr<ns3::Node> node;
  ns3::Ipv4Address address;
};

/// The planned chain of routers in ns-3, with static routes. Hosts of router k have addresses 10.k.0.0/16.
class Network {
 public:
  static constexpr std::size_t max_hops = 200;

  /// The plan has been checked.
  Network(const lab::NetworkPlan& plan, std::uint64_t seed, FlowMeters& meters);

  /// Returns a host on the router. Flows with the same delay share hosts, but only a few each, because TCP and UDP
  /// search all of a host's sockets for each packet.
  Host host(int router, Duration delay);
  Path path(int from, int to, Duration access) const;

 private:
  struct Hop {
    ns3::Ptr<LinkDevice> forward;
    ns3::Ptr<LinkDevice> backward;
  };
  struct SharedHost {
    Host host;
    int flows = 0;
  };

  ns3::Ptr<ns3::Node> make_node();
  void add_router(std::size_t index);
  void add_hop(std::size_t index, const lab::HopPlan& plan, std::uint64_t seed);
  ns3::Ptr<LinkDevice> make_link(const lab::LinkPlan& plan, std::uint64_t seed, std::size_t number);
  Host make_host(std::size_t router, Duration delay);
  void add_routes();

  FlowMeters& meters_;
  ns3::InternetStackHelper stack_;
  std::vector<ns3::Ptr<ns3::Node>> routers_;
  std::vector<ns3::Ptr<RouterPort>> ports_;
  std::vector<Hop> hops_;
  std::map<std::pair<int, Duration>, SharedHost> hosts_;
};

}  // namespace evenkeel::sim
