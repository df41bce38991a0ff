#pragma once

#include "app/lab/plan/run_plan.h"
#include "app/lab/record/run_writer.h"

namespace evenkeel::sim {

/// Runs a plan in ns-3: chain of routers, hosts, flows. ns-3 has one simulation per process at a time; a second run in
/// the same process begins anew. The same plan and seed write the same, byte for byte; plan.seed is not looked at.
/// Returns one sentence where the plan cannot be run (an unknown controller, a bad setting, a trace that is not there),
/// else nothing, also where the writer stopped it.
///
/// Writes a row per 100 ms and flow, which tells of the time before it. Rows of media flows are what Sender and
/// Receiver know; all others are the truth, and so are results, in bit/s and ms, over the whole run after `settling`:
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
