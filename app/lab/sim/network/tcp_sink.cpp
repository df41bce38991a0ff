#include "app/lab/sim/network/tcp_sink.h"

#include <ns3/inet-socket-address.h>

namespace evenkeel::sim {

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
