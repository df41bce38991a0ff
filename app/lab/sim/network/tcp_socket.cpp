#include "app/lab/sim/network/tcp_socket.h"

#include <ns3/boolean.h>
#include <ns3/double.h>
#include <ns3/node.h>
#include <ns3/tcp-bbr.h>
#include <ns3/tcp-congestion-ops.h>
#include <ns3/tcp-cubic.h>
#include <ns3/tcp-l4-protocol.h>
#include <ns3/tcp-ledbat.h>
#include <ns3/uinteger.h>

#include "app/lab/sim/network/sim_time.h"

namespace evenkeel::sim {
namespace {

constexpr std::uint32_t initial_window = 10;  // segments, RFC 6928
constexpr std::uint32_t syn_retries = 20;
constexpr std::uint32_t data_retries = 1'000'000;
// The sinks read at once, so that no window closes. But ns-3 3.37 advertises none where a FIN comes before anything
// else was told, and its probe of such a window reads data that are not there.
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
  socket->SetAttribute("MaxSegLifetime", ns3::DoubleValue(1));  // s: what is over takes up no endpoint for minutes
  socket->SetAttribute("PersistTimeout", ns3::TimeValue(to_ns3(never)));
  socket->SetAttribute("Sack", ns3::BooleanValue(plan.sack || plan.variant != lab::TcpVariant::new_reno));
  socket->SetAttribute("Timestamp", ns3::BooleanValue(has_timestamps(plan)));
  socket->SetMinRto(to_ns3(plan.min_rto));
  return socket;
}

}  // namespace evenkeel::sim
