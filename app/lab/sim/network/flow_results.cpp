#include "app/lab/sim/network/flow_results.h"

#include <algorithm>
#include <cmath>

#include "core/control/rivals/tfrc/tfrc.h"
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

// The packet's own transmission time counts as queueing delay.
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

const Tfrc* tfrc_of(const RateController& controller) { return dynamic_cast<const Tfrc*>(&controller); }

}  // namespace

void FlowResults::operator()(std::string_view name, double value) {
  if (std::isfinite(value)) out_.result(name, flow_, value);
}

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

void ControllerResults::settle(const RateController& controller) {
  if (const Tfrc* tfrc = tfrc_of(controller)) settled_ = tfrc->estimators();
}

void ControllerResults::write(const RateController& controller, FlowResults& out) const {
  const Tfrc* tfrc = tfrc_of(controller);
  if (tfrc == nullptr) return;
  const LossEventEstimators since = tfrc->estimators().since(settled_);
  out("tfrcLossEvents", static_cast<double>(since.loss_events()));
  out("tfrcLossEventRate", since.loss_event_rate());
  if (since.loss_events() == 0) return;
  out("meanTheta", since.mean_theta());
  out("meanThetaHat", since.mean_theta_hat());
  out("meanInverseThetaHat", since.mean_inverse_theta_hat());
  out("varianceThetaHat", since.variance_of_theta_hat());
  out("meanEquationRate", since.mean_rate().bps());
  out("basicThroughput", since.basic_throughput().bps());
}

}  // namespace evenkeel::sim
