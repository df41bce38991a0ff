#include <ns3/boolean.h>
#include <ns3/data-rate.h>
#include <ns3/double.h>
#include <ns3/fq-codel-queue-disc.h>
#include <ns3/object-factory.h>
#include <ns3/red-queue-disc.h>
#include <ns3/uinteger.h>

#include <algorithm>

#include "app/lab/sim/network/active_queue.h"
#include "app/lab/sim/network/drop_tail.h"
#include "app/lab/sim/network/sim_time.h"

namespace evenkeel::sim {
namespace {

using Kind = lab::QueuePlan::Kind;

constexpr std::uint32_t mean_packet = 1000;  // bytes: the packets of the papers
constexpr double most_bytes = 1e9;           // what an unlimited link's buffer in time comes to
constexpr double fastest_link = 1e11;        // bit/s, in place of an unlimited one

DropTailLimit limit_of(const lab::QueuePlan& plan, DataRate rate) {
  DropTailLimit limit;
  if (const auto* count = std::get_if<lab::PacketCount>(&plan.limit)) limit.packets = count->packets;
  if (const auto* size = std::get_if<DataSize>(&plan.limit)) limit.bytes = size->bytes();
  if (const auto* time = std::get_if<Duration>(&plan.limit)) {
    limit.bytes = static_cast<std::int64_t>(std::min(rate.bytes_per_second() * to_seconds(*time), most_bytes));
  }
  return limit;
}

ns3::QueueSize size_of(const lab::QueuePlan& plan, DataRate rate) {
  const DropTailLimit limit = limit_of(plan, rate);
  if (std::holds_alternative<lab::PacketCount>(plan.limit)) {
    return {ns3::QueueSizeUnit::PACKETS, static_cast<std::uint32_t>(limit.packets)};
  }
  if (plan.kind == Kind::fq_codel) {
    return {ns3::QueueSizeUnit::PACKETS,
            static_cast<std::uint32_t>(std::max<std::int64_t>(1, limit.bytes / mean_packet))};
  }
  return {ns3::QueueSizeUnit::BYTES, static_cast<std::uint32_t>(limit.bytes)};
}

// Thresholds of zero are ns-3's sign to choose them, and the weight of the average as well, by the link's rate as
// adaptive RED does.
void set_thresholds(ns3::ObjectFactory& factory, const lab::QueuePlan& plan, const ns3::QueueSize& size) {
  const double unit = size.GetUnit() == ns3::QueueSizeUnit::BYTES ? mean_packet : 1;
  const bool chosen = plan.max_threshold > 0;
  factory.Set("MinTh", ns3::DoubleValue(chosen ? plan.min_threshold * unit : 0));
  factory.Set("MaxTh", ns3::DoubleValue(chosen ? plan.max_threshold * unit : 0));
  if (!chosen) factory.Set("QW", ns3::DoubleValue(0));
  const bool adaptive = plan.kind == Kind::adaptive_red;
  factory.Set("ARED", ns3::BooleanValue(adaptive && !chosen));
  factory.Set("AdaptMaxP", ns3::BooleanValue(adaptive));
}

ns3::Ptr<ns3::QueueDisc> make_red(const lab::QueuePlan& plan, DataRate rate, Duration delay, std::int64_t stream) {
  ns3::ObjectFactory factory("ns3::RedQueueDisc");
  const double bps = std::min(rate.bps(), fastest_link);
  set_thresholds(factory, plan, size_of(plan, rate));
  factory.Set("MeanPktSize", ns3::UintegerValue(mean_packet));
  factory.Set("LinkBandwidth", ns3::DataRateValue(ns3::DataRate(static_cast<std::uint64_t>(bps))));
  factory.Set("LinkDelay", ns3::TimeValue(to_ns3(delay)));
  const auto red = factory.Create<ns3::RedQueueDisc>();
  red->AssignStreams(stream);
  return red;
}

ns3::Ptr<ns3::QueueDisc> make_fq_codel() {
  const auto disc = ns3::CreateObject<ns3::FqCoDelQueueDisc>();
  disc->SetQuantum(1514);  // of RFC 8290; ns-3 would ask the device, which has no such limit
  return disc;
}

}  // namespace

ns3::Ptr<ns3::QueueDisc> make_disc(const lab::QueuePlan& plan, DataRate first_rate, Duration delay,
                                   std::int64_t stream) {
  ns3::Ptr<ns3::QueueDisc> disc;
  if (plan.kind == Kind::codel) disc = ns3::ObjectFactory("ns3::CoDelQueueDisc").Create<ns3::QueueDisc>();
  if (plan.kind == Kind::fq_codel) disc = make_fq_codel();
  if (plan.kind == Kind::red || plan.kind == Kind::adaptive_red) disc = make_red(plan, first_rate, delay, stream);
  if (disc) disc->SetMaxSize(size_of(plan, first_rate));
  return disc;
}

std::unique_ptr<Buffer> make_buffer(const lab::QueuePlan& plan, DataRate first_rate, Duration delay,
                                    std::int64_t stream, Buffer::OnDrop on_drop) {
  if (plan.kind == Kind::drop_tail) {
    return std::make_unique<DropTail>(limit_of(plan, first_rate), std::move(on_drop));
  }
  return std::make_unique<ActiveQueue>(make_disc(plan, first_rate, delay, stream), std::move(on_drop));
}

}  // namespace evenkeel::sim
