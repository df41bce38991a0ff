#pragma once

#include "app/lab/sim/network/controller_results.h"
#include "app/lab/sim/network/media_ends.h"
#include "app/lab/sim/network/udp_ends.h"

namespace evenkeel::sim {

/// One direction of a call. As between both halves of a call's end, the receiver is told the round-trip time that the
/// sender measures: it reports once in each where that is short.
class MediaFlow final : public NetworkFlow {
 public:
  MediaFlow(const lab::MediaPlan& plan, const FlowEnds& ends, std::uint64_t seed);

  void start() override;
  void stop() override { sender_.stop(); }
  void sample(Sample& row) override;
  void settle() override;
  void write_results(FlowResults& out) override;

 private:
  ns3::Ptr<ns3::Socket> source_socket_;
  ns3::Ptr<ns3::Socket> sink_socket_;
  MediaSender sender_;
  MediaReceiver receiver_;
  ControllerResults controller_results_;
  double rtt_sum_ = 0;  // ms, smoothed, over the rows
  int rtt_rows_ = 0;
};

}  // namespace evenkeel::sim
