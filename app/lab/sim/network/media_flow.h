#pragma once

#include "app/lab/sim/network/flow_ends.h"
#include "app/lab/sim/network/flow_results.h"
#include "app/lab/sim/network/media_ends.h"
#include "app/lab/sim/network/network_flow.h"

namespace evenkeel::sim {

/// One direction of a call. As in the app, the receiver learns the round-trip time from the sender of the same end: on
/// short paths it reports once per round trip.
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
  double rtt_sum_ = 0;  // ms, sum of the smoothed round-trip times of the rows
  int rtt_rows_ = 0;
};

}  // namespace evenkeel::sim
