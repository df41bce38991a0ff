#include "app/lab/sim/network/tcp_flow.h"

#include <ns3/inet-socket-address.h>

namespace evenkeel::sim {
namespace {

constexpr std::int64_t supply_segments = 32;

}  // namespace

GreedyConnection::GreedyConnection(const FlowEnds& ends, const lab::TcpPlan& plan, std::int64_t stream,
                                   TcpStatistics& statistics)
    : socket_(make_tcp_socket(*ends.source.node, plan, stream)), segment_(tcp_payload(plan)) {
  statistics.watch(*socket_);
  socket_->TraceConnectWithoutContext("HighestSequence", ns3::MakeCallback(&GreedyConnection::on_sent, this));
  socket_->SetConnectCallback(ns3::MakeCallback(&GreedyConnection::on_connected, this),
                              ns3::MakeNullCallback<void, ns3::Ptr<ns3::Socket>>());
  socket_->SetSendCallback(ns3::MakeCallback(&GreedyConnection::on_room, this));
  socket_->Bind(ns3::InetSocketAddress(ends.source.address, 0));
  socket_->Connect(ns3::InetSocketAddress(ends.sink.address, ends.sink_port));
}

void GreedyConnection::close() {
  open_ = false;
  socket_->Close();
}

// Refills when half is gone, because each call makes the socket check what it may send.
void GreedyConnection::supply() {
  const std::int64_t full = supply_segments * segment_;
  if (!open_ || supplied_ - sent_ > full / 2) return;
  const auto size = static_cast<std::uint32_t>((full - (supplied_ - sent_)) / segment_ * segment_);
  if (size == 0 || socket_->GetTxAvailable() < size) return;
  supplied_ += size;
  socket_->Send(ns3::Create<ns3::Packet>(size), 0);
}

TcpFlow::TcpFlow(const lab::TcpPlan& plan, const FlowEnds& ends, FlowMeter& meter)
    : plan_(plan), ends_(ends), meter_(meter), sink_(ends, plan, [](std::uint32_t) {}) {}

void TcpFlow::start() {
  connections_.push_back(std::make_unique<GreedyConnection>(ends_, plan_, ends_.sink_port, statistics_));
}

void TcpFlow::stop() { connections_.back()->close(); }

void TcpFlow::sample(Sample& row) { sample_tcp(statistics_, meter_, row); }

void TcpFlow::write_results(FlowResults& out) { write_tcp_results(statistics_, meter_, out); }

void sample_tcp(TcpStatistics& statistics, FlowMeter& meter, Sample& row) {
  statistics.on_row();
  meter.sample(row);
  if (const auto rtt = statistics.round_trip_time()) row.round_trip_time_ms = to_milliseconds(*rtt);
}

void write_tcp_results(const TcpStatistics& statistics, const FlowMeter& meter, FlowResults& out) {
  const auto fast = static_cast<double>(statistics.fast_retransmits());
  const auto timeouts = static_cast<double>(statistics.timeouts());
  out("fastRetransmits", fast);
  out("timeouts", timeouts);
  out("congestionEventRate", (fast + timeouts) / static_cast<double>(meter.counts().packets_sent));
  if (const auto rtt = statistics.mean_round_trip_time()) out("rttMean", to_milliseconds(*rtt));
}

}  // namespace evenkeel::sim
