#pragma once

#include <vector>

#include "app/lab/sim/network/flow_ends.h"
#include "app/lab/sim/network/network_flow.h"
#include "app/lab/sim/network/tcp_statistics.h"

namespace evenkeel::sim {

/// A TCP sender that always has data: keeps slightly more in its socket than it may send. Must outlive the simulation.
class GreedyConnection {
 public:
  GreedyConnection(const FlowEnds& ends, const lab::TcpPlan& plan, std::int64_t stream, TcpStatistics& statistics);
  GreedyConnection(const GreedyConnection&) = delete;
  GreedyConnection& operator=(const GreedyConnection&) = delete;

  /// Data already in the socket are still sent: at most 32 segments.
  void close();

 private:
  void on_connected(ns3::Ptr<ns3::Socket>) { supply(); }
  void on_room(ns3::Ptr<ns3::Socket>, std::uint32_t) { supply(); }
  void on_sent(ns3::SequenceNumber32 before, ns3::SequenceNumber32 after) { sent_ += after - before; }
  void supply();

  ns3::Ptr<ns3::TcpSocketBase> socket_;
  std::uint32_t segment_;
  std::int64_t supplied_ = 0;  // bytes
  std::int64_t sent_ = 0;      // bytes, without retransmissions
  bool open_ = true;
};

/// A long TCP flow, with a new connection for each time of activity.
class TcpFlow final : public NetworkFlow {
 public:
  TcpFlow(const lab::TcpPlan& plan, const FlowEnds& ends, FlowMeter& meter);

  void start() override;
  void stop() override;
  void sample(Sample& row) override;
  void settle() override { statistics_.settle(); }
  void write_results(FlowResults& out) override;

 private:
  lab::TcpPlan plan_;
  FlowEnds ends_;
  FlowMeter& meter_;
  TcpSink sink_;
  TcpStatistics statistics_;
  std::vector<std::unique_ptr<GreedyConnection>> connections_;
};

/// Telemetry columns and results that TCP itself measures, for long and short flows.
void sample_tcp(TcpStatistics& statistics, FlowMeter& meter, Sample& row);
void write_tcp_results(const TcpStatistics& statistics, const FlowMeter& meter, FlowResults& out);

}  // namespace evenkeel::sim
