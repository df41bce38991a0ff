#pragma once

#include "app/lab/sim/network/alarm.h"
#include "app/lab/sim/network/random.h"
#include "app/lab/sim/network/tcp_flow.h"

namespace evenkeel::sim {

/// Fetches files, each by a connection of its own, and pauses when one has wholly come. The host that has the files
/// connects: what the request would take is not there. A fetch that is under way when the activity ends goes on.
class ShortTcpFlow final : public NetworkFlow {
 public:
  ShortTcpFlow(const lab::ShortTcpPlan& plan, const FlowEnds& ends, FlowMeter& meter, std::uint64_t seed);

  void start() override;
  void stop() override;
  void sample(Sample& row) override { sample_tcp(statistics_, meter_, row); }
  void settle() override { statistics_.settle(); }
  void write_results(FlowResults& out) override;

 private:
  void pause();
  void fetch();
  void on_connected(ns3::Ptr<ns3::Socket> socket);
  void on_data(std::uint32_t size);

  lab::ShortTcpPlan plan_;
  FlowEnds ends_;
  FlowMeter& meter_;
  TcpSink sink_;
  TcpStatistics statistics_;
  Random random_;
  Alarm next_fetch_;
  bool active_ = false;
  std::uint32_t missing_ = 0;  // bytes of the fetch under way
  std::int64_t fetches_ = 0;   // done
};

}  // namespace evenkeel::sim
