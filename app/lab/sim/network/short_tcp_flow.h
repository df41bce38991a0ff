#pragma once

#include "app/lab/sim/network/random.h"
#include "app/lab/sim/network/sim_time.h"
#include "app/lab/sim/network/tcp_flow.h"

namespace evenkeel::sim {

/// Fetches files, each over its own connection, and pauses after each one. The host that has the files opens the
/// connection: requests are not simulated. A fetch that has begun when the activity ends is finished.
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
  std::uint32_t missing_ = 0;  // bytes still missing of the present fetch
  std::int64_t fetches_ = 0;   // done
};

}  // namespace evenkeel::sim
