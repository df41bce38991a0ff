#include "app/lab/sim/network/short_tcp_flow.h"

#include <ns3/inet-socket-address.h>

#include <algorithm>
#include <cmath>

#include "app/lab/sim/network/sim_time.h"

namespace evenkeel::sim {

ShortTcpFlow::ShortTcpFlow(const lab::ShortTcpPlan& plan, const FlowEnds& ends, FlowMeter& meter, std::uint64_t seed)
    : plan_(plan),
      ends_(ends),
      meter_(meter),
      sink_(ends, plan.tcp, [this](std::uint32_t size) { on_data(size); }),
      random_(seed),
      next_fetch_([this] { fetch(); }) {}

void ShortTcpFlow::start() {
  active_ = true;
  if (missing_ > 0) return;  // a fetch of the previous activity
  if (plan_.begins_at_once) return fetch();
  pause();
}

void ShortTcpFlow::stop() {
  active_ = false;
  next_fetch_.set(LocalTime::max());
}

void ShortTcpFlow::pause() { next_fetch_.set(now() + random_.exponential(plan_.mean_pause)); }

void ShortTcpFlow::fetch() {
  const auto minimum = static_cast<double>(plan_.smallest.bytes());
  const auto maximum = static_cast<double>(plan_.largest.bytes());
  missing_ = static_cast<std::uint32_t>(std::lround(random_.uniform(minimum, maximum)));
  const auto socket = make_tcp_socket(*ends_.source.node, plan_.tcp, ends_.sink_port);
  statistics_.watch(*socket);
  socket->SetConnectCallback(ns3::MakeCallback(&ShortTcpFlow::on_connected, this),
                             ns3::MakeNullCallback<void, ns3::Ptr<ns3::Socket>>());
  socket->Bind(ns3::InetSocketAddress(ends_.source.address, 0));
  socket->Connect(ns3::InetSocketAddress(ends_.sink.address, ends_.sink_port));
}

void ShortTcpFlow::on_connected(ns3::Ptr<ns3::Socket> socket) {
  socket->Send(ns3::Create<ns3::Packet>(missing_));
  socket->Close();
}

void ShortTcpFlow::on_data(std::uint32_t size) {
  missing_ -= std::min(size, missing_);
  if (missing_ > 0) return;
  ++fetches_;
  if (active_) pause();
}

void ShortTcpFlow::write_results(FlowResults& out) {
  write_tcp_results(statistics_, meter_, out);
  out("fetches", static_cast<double>(fetches_));
}

}  // namespace evenkeel::sim
