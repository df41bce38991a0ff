#pragma once

#include <ns3/socket.h>
#include <ns3/tcp-socket-base.h>

#include <functional>

#include "app/lab/plan/flow_plan.h"
#include "app/lab/sim/network/network.h"

namespace evenkeel::sim {

/// The two hosts of a flow.
struct FlowEnds {
  Host source;
  Host sink;
  std::uint16_t sink_port = 0;
};

/// Opens a UDP socket at the source, on any port, connected to the sink's port.
ns3::Ptr<ns3::Socket> udp_source(const FlowEnds& ends);
/// Opens a UDP socket on the sink's port, connected to `source`.
ns3::Ptr<ns3::Socket> udp_sink(const FlowEnds& ends, ns3::Socket& source);
/// Reads and discards everything the socket receives.
void discard_what_comes(ns3::Socket& socket);

/// Makes either end of a connection: ns-3's TCP as planned, otherwise with its defaults (PRR, an initial window of ten
/// segments, delayed acknowledgements after at most 200 ms). Timestamps are off, so that a full segment has 40 bytes of
/// headers; LEDBAT needs them and has 52. Socket buffers never limit, and no number of timeouts ends a connection.
/// `stream` numbers BBR's random stream.
ns3::Ptr<ns3::TcpSocketBase> make_tcp_socket(ns3::Node& node, const lab::TcpPlan& plan, std::int64_t stream);

/// Payload of a full segment, in bytes.
std::uint32_t tcp_payload(const lab::TcpPlan& plan);

inline constexpr std::uint32_t tcp_buffer = 1 << 22;  ///< bytes that a socket may hold, each way

/// Accepts connections on the sink's port and reads their data. Must outlive the simulation.
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
