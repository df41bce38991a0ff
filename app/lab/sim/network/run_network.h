#pragma once

#include "app/lab/plan/run_plan.h"
#include "app/lab/record/run_writer.h"

namespace evenkeel::sim {

/// Returns one sentence that says why the plan cannot be simulated, or an empty string. A plan that passes cannot fail
/// later.
std::string check_plan(const lab::RunPlan& plan);

/// Runs a plan in ns-3: chain of routers, hosts, flows. ns-3 has one simulation per process at a time; a second run in
/// the same process starts from scratch. The same plan and seed write the same output, byte for byte; plan.seed is
/// ignored. Returns one sentence if the plan cannot be run (an unknown controller, a bad setting, a missing trace),
/// otherwise an empty string, also if the writer stopped the run.
///
/// Writes a row per 100 ms and flow, which covers the time before it. Rows of media flows are what Sender and Receiver
/// know. Other rows, and all results, are the truth; results are in bit/s and ms, over the whole run after `settling`:
///   packetsSent, packetsArrived, packetsLost, lossRate    IP packets of the flow's direction, without RTCP
///   lossEvents, lossEventRate                             losses within one round trip are one event (RFC 5348, 5.2);
///                                                         per packet sent
///   meanSendBitrate, meanReceiveBitrate                   while the flow is active
///   trueOneWayDelayMean, P50, P95, P99, Max               percentiles of flows that are in telemetry
///   queueDelayP50, P95, P99                               the same without propagation
///   measuredBitrate                                       of the times that the plan measures: received; and of
///   queueWaitP50, P95, P99, Max                           media, what its packets waited before links
///   rttMean                                               media and TCP: as they measure and smooth it
///   fastRetransmits, timeouts, congestionEventRate        TCP; the last: both per packet sent
///   fetches                                               short TCP: files that have come
///   tfrcLossEvents, tfrcLossEventRate, meanTheta,         tfrc's own, see LossEventEstimators
///   meanThetaHat, meanInverseThetaHat, varianceThetaHat,
///   meanEquationRate, basicThroughput
std::string run_network(const lab::RunPlan& plan, std::uint64_t seed, lab::RunWriter& out);

}  // namespace evenkeel::sim
