#include "app/lab/sim/network/buffer.h"

#include <ns3/boolean.h>
#include <ns3/data-rate.h>
#include <ns3/double.h>
#include <ns3/fq-codel-queue-disc.h>
#include <ns3/ipv4-l3-protocol.h>
#include <ns3/ipv4-queue-disc-item.h>
#include <ns3/object-factory.h>
#include <ns3/queue-disc.h>
#include <ns3/red-queue-disc.h>
#include <ns3/uinteger.h>

#include <algorithm>

#include "app/lab/sim/network/drop_tail.h"
#include "app/lab/sim/network/sim_time.h"

namespace evenkeel::sim {
namespace {

using Kind = lab::QueuePlan::Kind;

constexpr std::uint32_t mean_packet = 1000;  // bytes: the packets of the papers
constexpr double max_bytes = 1e9;            // size of an unlimited link's buffer whose limit is a time
constexpr double fastest_link = 1e11;        // bit/s, in place of an unlimited one

DropTailLimit limit_of(const lab::QueuePlan& plan, DataRate rate) {
  DropTailLimit limit;
  if (const auto* count = std::get_if<lab::PacketCount>(&plan.limit)) limit.packets = count->packets;
  if (const auto* size = std::get_if<DataSize>(&plan.limit)) limit.bytes = size->bytes();
  if (const auto* time = std::get_if<Duration>(&plan.limit)) {
    limit.bytes = static_cast<std::int64_t>(std::min(rate.bytes_per_second() * to_seconds(*time), max_bytes));
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

// With thresholds of zero, ns-3 chooses them and the averaging weight from the link's rate, as adaptive RED does.
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

/// Returns null for a drop tail.
ns3::Ptr<ns3::QueueDisc> make_disc(const lab::QueuePlan& plan, DataRate first_rate, Duration delay,
                                   std::int64_t stream) {
  ns3::Ptr<ns3::QueueDisc> disc;
  if (plan.kind == Kind::codel) disc = ns3::ObjectFactory("ns3::CoDelQueueDisc").Create<ns3::QueueDisc>();
  if (plan.kind == Kind::fq_codel) disc = make_fq_codel();
  if (plan.kind == Kind::red || plan.kind == Kind::adaptive_red) disc = make_red(plan, first_rate, delay, stream);
  if (disc) disc->SetMaxSize(size_of(plan, first_rate));
  return disc;
}

/// An ns-3 queue discipline directly in front of a link: no device queue behind it adds delay to what it controls.
class ActiveQueue final : public Buffer {
 public:
  ActiveQueue(ns3::Ptr<ns3::QueueDisc> disc, OnDrop on_drop);

  bool push(ns3::Ptr<ns3::Packet> packet) override;
  ns3::Ptr<ns3::Packet> pop() override;
  void served(DataSize) override {}
  DataSize waiting() const override { return bytes(disc_->GetNBytes()); }

 private:
  void dropped(ns3::Ptr<const ns3::QueueDiscItem> item) { on_drop_(*item->GetPacket()); }

  ns3::Ptr<ns3::QueueDisc> disc_;
  OnDrop on_drop_;
};

ActiveQueue::ActiveQueue(ns3::Ptr<ns3::QueueDisc> disc, OnDrop on_drop) : disc_(disc), on_drop_(std::move(on_drop)) {
  disc_->TraceConnectWithoutContext("Drop", ns3::MakeCallback(&ActiveQueue::dropped, this));
  disc_->Initialize();
}

// The disciplines expect the IP header apart from the packet: FQ-CoDel hashes both.
bool ActiveQueue::push(ns3::Ptr<ns3::Packet> packet) {
  ns3::Ipv4Header header;
  packet->RemoveHeader(header);
  return disc_->Enqueue(
      ns3::Create<ns3::Ipv4QueueDiscItem>(packet, ns3::Address(), ns3::Ipv4L3Protocol::PROT_NUMBER, header));
}

ns3::Ptr<ns3::Packet> ActiveQueue::pop() {
  const ns3::Ptr<ns3::QueueDiscItem> item = disc_->Dequeue();
  if (!item) return nullptr;
  item->AddHeader();
  return item->GetPacket();
}

}  // namespace

std::unique_ptr<Buffer> make_buffer(const lab::QueuePlan& plan, DataRate first_rate, Duration delay,
                                    std::int64_t stream, Buffer::OnDrop on_drop) {
  if (plan.kind == Kind::drop_tail) {
    return std::make_unique<DropTail>(limit_of(plan, first_rate), std::move(on_drop));
  }
  return std::make_unique<ActiveQueue>(make_disc(plan, first_rate, delay, stream), std::move(on_drop));
}

}  // namespace evenkeel::sim
