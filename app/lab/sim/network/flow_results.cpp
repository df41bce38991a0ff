#include "app/lab/sim/network/flow_results.h"

#include <algorithm>

#include "core/telemetry/percentile.h"

namespace evenkeel::sim {
namespace {

struct Rank {
  const char* one_way;
  const char* queue;
  const char* wait;
  double share;
};

constexpr Rank ranks[] = {{"trueOneWayDelayP50", "queueDelayP50", "queueWaitP50", 0.50},
                          {"trueOneWayDelayP95", "queueDelayP95", "queueWaitP95", 0.95},
                          {"trueOneWayDelayP99", "queueDelayP99", "queueWaitP99", 0.99}};

// What the packet itself takes on the links is within the queue's part.
void write_delays(const FlowMeter& meter, FlowResults& out) {
  std::vector<float> sorted = meter.delays();
  if (sorted.empty()) return;
  std::sort(sorted.begin(), sorted.end());
  const double propagation = to_milliseconds(meter.path().propagation());
  for (const Rank& rank : ranks) {
    const auto delay = static_cast<double>(percentile_of_sorted(sorted, rank.share));
    out(rank.one_way, delay);
    out(rank.queue, delay - propagation);
  }
  out("trueOneWayDelayMax", static_cast<double>(sorted.back()));
}

}  // namespace

Duration active_within(const lab::FlowPlan& plan, Duration from, Duration to) {
  if (plan.active.empty()) return std::max(to - from, Duration::zero());
  Duration sum{};
  for (const lab::ActiveTime& time : plan.active) {
    sum += std::max(std::min(time.to, to) - std::max(time.from, from), Duration::zero());
  }
  return sum;
}

void write_meter_results(const FlowMeter& meter, Duration active, FlowResults& out) {
  const FlowCounts counts = meter.counts();
  const auto sent = static_cast<double>(counts.packets_sent);
  const auto arrived = static_cast<double>(counts.packets_arrived);
  out("packetsSent", sent);
  out("packetsArrived", arrived);
  out("packetsLost", static_cast<double>(counts.packets_lost));
  out("lossRate", static_cast<double>(counts.packets_lost) / sent);
  out("lossEvents", static_cast<double>(counts.loss_events));
  out("lossEventRate", static_cast<double>(counts.loss_events) / sent);
  out("meanSendBitrate", 8 * static_cast<double>(counts.bytes_sent) / to_seconds(active));
  out("meanReceiveBitrate", 8 * static_cast<double>(counts.bytes_arrived) / to_seconds(active));
  out("trueOneWayDelayMean", 1e3 * counts.delay_sum / arrived);
  write_delays(meter, out);
}

void write_measured_results(const FlowMeter& meter, Duration measured, FlowResults& out) {
  if (measured <= Duration::zero()) return;
  out("measuredBitrate", 8 * static_cast<double>(meter.measured_bytes()) / to_seconds(measured));
  std::vector<float> sorted = meter.waits();
  if (sorted.empty()) return;
  std::sort(sorted.begin(), sorted.end());
  for (const Rank& rank : ranks) out(rank.wait, static_cast<double>(percentile_of_sorted(sorted, rank.share)));
  out("queueWaitMax", static_cast<double>(sorted.back()));
}

}  // namespace evenkeel::sim
