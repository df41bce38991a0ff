#include "app/lab/sim/network/media_flow.h"

#include "app/lab/sim/network/sim_time.h"

namespace evenkeel::sim {
namespace {

constexpr std::uint32_t receiver_ssrc = 1'000'000;  // plus the sender's own

}  // namespace

MediaFlow::MediaFlow(const lab::MediaPlan& plan, const FlowEnds& ends, std::uint64_t seed)
    : source_socket_(udp_source(ends)),
      sink_socket_(udp_sink(ends, *source_socket_)),
      sender_(plan, ends.sink_port, seed, source_socket_),
      receiver_(receiver_ssrc + ends.sink_port, plan.clock_skew, sink_socket_) {}

void MediaFlow::start() {
  receiver_.start();
  sender_.start();
}

// The row shows the rate that the receiver truly received, not the one the sender knows from reports.
void MediaFlow::sample(Sample& row) {
  std::optional<DataRate> capacity;
  if (row.link_capacity_bps) capacity = bits_per_second(*row.link_capacity_bps);
  sender_.sender().sample(now(), row, capacity);
  receiver_.sample(row);
  const auto rtt = sender_.sender().path().round_trip_time().smoothed();
  if (!rtt || !sender_.sender().running()) return;
  receiver_.receiver().set_round_trip_time(*rtt);
  rtt_sum_ += to_milliseconds(*rtt);
  ++rtt_rows_;
}

void MediaFlow::settle() {
  controller_results_.settle(sender_.sender().controller());
  rtt_sum_ = 0;
  rtt_rows_ = 0;
}

void MediaFlow::write_results(FlowResults& out) {
  if (rtt_rows_ > 0) out("rttMean", rtt_sum_ / static_cast<double>(rtt_rows_));
  controller_results_.write(sender_.sender().controller(), out);
}

}  // namespace evenkeel::sim
