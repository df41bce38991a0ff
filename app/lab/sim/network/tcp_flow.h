#pragma once

#include <vector>

#include "app/lab/sim/network/tcp_sink.h"
#include "app/lab/sim/network/tcp_statistics.h"

namespace evenkeel::sim {

/// A sender that always has more: keeps its socket supplied with a little more than it may send. Must outlive the
/// simulation.
class GreedyConnection {
 public:
  GreedyConnection(const FlowEnds& ends, const lab::TcpPlan& plan, std::int64_t stream, TcpStatistics& statistics);
  GreedyConnection(const GreedyConnection&) = delete;
  GreedyConnection& operator=(const GreedyConnection&) = delete;

  /// What is supplied is still sent: at most 32 segments.
  void close();

 private:
  void on_connected(ns3::Ptr<ns3::Socket>) { supply(); }
  void on_room(ns3::Ptr<ns3::Socket>, std::uint32_t) { supply(); }
  void on_sent(ns3::SequenceNumber32 before, ns3::SequenceNumber32 after) { sent_ += after - before; }
  void supply();

  ns3::Ptr<ns3::TcpSocketBase> socket_;
  std::uint32_t segment_;
  std::int64_t supplied_ = 0;  // bytes
  std::int64_t sent_ = 0;      // bytes, once each
  bool open_ = true;
};

/// A long TCP flow; each time of activity is a connection.
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

/// The columns and figures of TCP's own view, for long and short flows.
void sample_tcp(TcpStatistics& statistics, FlowMeter& meter, Sample& row);
void write_tcp_results(const TcpStatistics& statistics, const FlowMeter& meter, FlowResults& out);

}  // namespace evenkeel::sim
