#include "app/lab/sim/network/udp_ends.h"

#include <ns3/inet-socket-address.h>
#include <ns3/udp-l4-protocol.h>

namespace evenkeel::sim {
namespace {

ns3::Ptr<ns3::Socket> socket_of(const Host& host) { return host.node->GetObject<ns3::UdpL4Protocol>()->CreateSocket(); }

void read_all(ns3::Ptr<ns3::Socket> socket) {
  while (socket->Recv()) {
  }
}

}  // namespace

ns3::Ptr<ns3::Socket> udp_source(const FlowEnds& ends) {
  const auto socket = socket_of(ends.source);
  socket->Bind(ns3::InetSocketAddress(ends.source.address, 0));
  socket->Connect(ns3::InetSocketAddress(ends.sink.address, ends.sink_port));
  return socket;
}

ns3::Ptr<ns3::Socket> udp_sink(const FlowEnds& ends, ns3::Socket& source) {
  const auto socket = socket_of(ends.sink);
  socket->Bind(ns3::InetSocketAddress(ends.sink.address, ends.sink_port));
  ns3::Address back;
  source.GetSockName(back);
  socket->Connect(back);
  return socket;
}

void discard_what_comes(ns3::Socket& socket) { socket.SetRecvCallback(ns3::MakeCallback(&read_all)); }

}  // namespace evenkeel::sim
