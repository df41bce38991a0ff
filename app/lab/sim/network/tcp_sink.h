#pragma once

#include <functional>

#include "app/lab/sim/network/network_flow.h"
#include "app/lab/sim/network/tcp_socket.h"

namespace evenkeel::sim {

/// Accepts connections on the sink's port and reads what they bring. Must outlive the simulation.
class TcpSink {
 public:
  TcpSink(const FlowEnds& ends, const lab::TcpPlan& plan, std::function<void(std::uint32_t bytes)> on_data);
  TcpSink(const TcpSink&) = delete;
  TcpSink& operator=(const TcpSink&) = delete;

 private:
  void on_accept(ns3::Ptr<ns3::Socket> socket, const ns3::Address&);
  void on_readable(ns3::Ptr<ns3::Socket> socket);
  void on_end(ns3::Ptr<ns3::Socket> socket) { socket->Close(); }

  std::function<void(std::uint32_t)> on_data_;
  ns3::Ptr<ns3::Socket> listener_;
};

}  // namespace evenkeel::sim
