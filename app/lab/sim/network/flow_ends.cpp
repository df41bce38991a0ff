#include "app/lab/sim/network/flow_ends.h"

#include <ns3/boolean.h>
#include <ns3/double.h>
#include <ns3/inet-socket-address.h>
#include <ns3/node.h>
#include <ns3/tcp-bbr.h>
#include <ns3/tcp-congestion-ops.h>
#include <ns3/tcp-cubic.h>
#include <ns3/tcp-l4-protocol.h>
#include <ns3/tcp-ledbat.h>
#include <ns3/udp-l4-protocol.h>
#include <ns3/uinteger.h>

#include "app/lab/sim/network/sim_time.h"

namespace evenkeel::sim {
namespace {

ns3::Ptr<ns3::Socket> socket_of(const Host& host) { return host.node->GetObject<ns3::UdpL4Protocol>()->CreateSocket(); }

void read_all(ns3::Ptr<ns3::Socket> socket) {
  while (socket->Recv()) {
  }
}

constexpr std::uint32_t initial_window = 10;  // segments, RFC 6928
constexpr std::uint32_t syn_retries = 20;
constexpr std::uint32_t data_retries = 1'000'000;
// The sinks read at once, so that no window closes. But ns-3 3.37 advertises a zero window if a FIN comes before
// anything else, and its probe of such a window reads missing data.
constexpr Duration never = 1000h;

ns3::Ptr<ns3::TcpCongestionOps> make_law(lab::TcpVariant variant, std::int64_t stream) {
  switch (variant) {
    case lab::TcpVariant::cubic:
      return ns3::CreateObject<ns3::TcpCubic>();
    case lab::TcpVariant::ledbat:
      return ns3::CreateObject<ns3::TcpLedbat>();
    case lab::TcpVariant::bbr: {
      const auto bbr = ns3::CreateObject<ns3::TcpBbr>();
      bbr->SetStream(static_cast<std::uint32_t>(stream));
      return bbr;
    }
    case lab::TcpVariant::new_reno:
      break;
  }
  return ns3::CreateObject<ns3::TcpNewReno>();
}

bool has_timestamps(const lab::TcpPlan& plan) { return plan.variant == lab::TcpVariant::ledbat; }

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

std::uint32_t tcp_payload(const lab::TcpPlan& plan) {
  return static_cast<std::uint32_t>(plan.segment.bytes() - (has_timestamps(plan) ? 52 : 40));
}

ns3::Ptr<ns3::TcpSocketBase> make_tcp_socket(ns3::Node& node, const lab::TcpPlan& plan, std::int64_t stream) {
  const auto tcp = node.GetObject<ns3::TcpL4Protocol>();
  const auto socket = ns3::DynamicCast<ns3::TcpSocketBase>(tcp->CreateSocket());
  socket->SetCongestionControlAlgorithm(make_law(plan.variant, stream));
  socket->SetAttribute("SegmentSize", ns3::UintegerValue(tcp_payload(plan)));
  socket->SetAttribute("InitialCwnd", ns3::UintegerValue(initial_window));
  socket->SetAttribute("DelAckCount", ns3::UintegerValue(plan.delayed_ack ? 2 : 1));
  socket->SetAttribute("SndBufSize", ns3::UintegerValue(tcp_buffer));
  socket->SetAttribute("RcvBufSize", ns3::UintegerValue(tcp_buffer));
  socket->SetAttribute("ConnCount", ns3::UintegerValue(syn_retries));
  socket->SetAttribute("DataRetries", ns3::UintegerValue(data_retries));
  socket->SetAttribute("MaxSegLifetime",
                       ns3::DoubleValue(1));  // s: closed connections do not occupy endpoints for minutes
  socket->SetAttribute("PersistTimeout", ns3::TimeValue(to_ns3(never)));
  socket->SetAttribute("Sack", ns3::BooleanValue(plan.sack || plan.variant != lab::TcpVariant::new_reno));
  socket->SetAttribute("Timestamp", ns3::BooleanValue(has_timestamps(plan)));
  socket->SetMinRto(to_ns3(plan.min_rto));
  return socket;
}

TcpSink::TcpSink(const FlowEnds& ends, const lab::TcpPlan& plan, std::function<void(std::uint32_t)> on_data)
    : on_data_(std::move(on_data)), listener_(make_tcp_socket(*ends.sink.node, plan, ends.sink_port)) {
  listener_->Bind(ns3::InetSocketAddress(ends.sink.address, ends.sink_port));
  listener_->SetAcceptCallback(ns3::MakeNullCallback<bool, ns3::Ptr<ns3::Socket>, const ns3::Address&>(),
                               ns3::MakeCallback(&TcpSink::on_accept, this));
  listener_->Listen();
}

void TcpSink::on_accept(ns3::Ptr<ns3::Socket> socket, const ns3::Address&) {
  socket->SetRecvCallback(ns3::MakeCallback(&TcpSink::on_readable, this));
  socket->SetCloseCallbacks(ns3::MakeCallback(&TcpSink::on_end, this),
                            ns3::MakeNullCallback<void, ns3::Ptr<ns3::Socket>>());
}

void TcpSink::on_readable(ns3::Ptr<ns3::Socket> socket) {
  while (const auto data = socket->Recv()) {
    if (data->GetSize() == 0) return;
    on_data_(data->GetSize());
  }
}

}  // namespace evenkeel::sim
