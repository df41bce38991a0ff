#include "app/lab/sim/network/link_device.h"

#include <algorithm>

#include "app/lab/sim/network/flow_meter.h"
#include "app/lab/sim/network/sim_time.h"

namespace evenkeel::sim {
namespace {

constexpr Duration longest_queue = 1h;

DataSize size_of(const ns3::Packet& packet) { return bytes(packet.GetSize()); }

void begin_wait(ns3::Packet& packet) {
  FlowTag tag;
  if (!packet.PeekPacketTag(tag)) return;
  tag.queued = elapsed();
  packet.ReplacePacketTag(tag);
}

void end_wait(ns3::Packet& packet) {
  FlowTag tag;
  if (!packet.PeekPacketTag(tag)) return;
  tag.waited += elapsed() - tag.queued;
  packet.ReplacePacketTag(tag);
}

}  // namespace

LinkDevice::LinkDevice(const lab::LinkPlan& plan, LinkCapacity capacity, std::uint64_t seed, std::int64_t stream,
                       Buffer::OnDrop lost)
    : capacity_(std::move(capacity.over_time)),
      propagation_(plan.delay),
      delay_steps_(plan.delay_steps),
      dips_(plan.dips),
      mtu_(plan.mtu),
      duplicates_(plan.duplicates),
      burst_interval_(plan.burst_interval),
      bucket_(plan.bucket),
      reordering_({plan.scatter, plan.reordering, plan.held_back}, seed_of(seed, 2)),
      duplicate_(seed_of(seed, 3)),
      loss_(IndependentLoss{plan.loss}, seed_of(seed, 0)),
      jitter_(plan.jitter_sigma, seed_of(seed, 1)),
      lost_(std::move(lost)),
      buffer_(make_buffer(plan.queue, capacity.first, plan.delay, stream, lost_)) {
  const auto* time = std::get_if<Duration>(&plan.queue.limit);
  if (plan.queue.follows_rate && time != nullptr) buffer_time_ = *time;
}

void LinkDevice::follow_rate() {
  if (buffer_time_ && rate() < DataRate::unlimited()) buffer_->limit(rate() * *buffer_time_);
}

void LinkDevice::transmit(ns3::Ptr<ns3::Packet> packet) {
  begin_wait(*packet);
  follow_rate();
  if (!buffer_->push(packet) || in_service_) return;
  surplus_bits_ = 0;  // a pause loses it
  serve();
}

// A loop, not a call at the end of each packet, which would recurse deeply for a long queue on an unlimited link.
void LinkDevice::serve() {
  while ((in_service_ = buffer_->pop())) {
    if (!begin_service()) return;
    pass_on();
  }
}

/// Returns true if the service takes no time.
bool LinkDevice::begin_service() {
  served_at_.reset();
  end_wait(*in_service_);
  const double size = static_cast<double>(size_of(*in_service_).bits());
  const double bits = (bucket_.exists() ? bucket_.take(size, rate(), elapsed()) : size) - surplus_bits_;
  const auto end = capacity_.serve(elapsed(), bits);
  if (!end) return false;
  served_at_ = end->at;
  surplus_bits_ = end->surplus_bits;
  bucket_.served(end->at);
  if (end->at <= elapsed()) return true;
  ns3::Simulator::Schedule(to_ns3(end->at - elapsed()), &LinkDevice::end_service, this);
  return false;
}

void LinkDevice::end_service() {
  pass_on();
  serve();
}

void LinkDevice::pass_on() {
  buffer_->served(size_of(*in_service_));
  const bool too_large = mtu_ > DataSize() && size_of(*in_service_) > mtu_;
  if (loss_.next() || too_large) return lost_(*in_service_);
  const Duration in_order = arrival_in_order();
  if (duplicates_ > 0 && duplicate_.happens(duplicates_)) pass_on_copy(in_order);
  const Duration arrival = in_order + reordering_.next();
  ns3::Simulator::Schedule(to_ns3(arrival - elapsed()), &LinkDevice::deliver, far_end_, in_service_);
}

// Without the tag by which meters count packets.
void LinkDevice::pass_on_copy(Duration in_order) {
  const auto copy = in_service_->Copy();
  FlowTag tag;
  copy->RemovePacketTag(tag);
  const Duration arrival = in_order + reordering_.next();
  ns3::Simulator::Schedule(to_ns3(arrival - elapsed()), &LinkDevice::deliver, far_end_, copy);
}

Duration LinkDevice::arrival_in_order() {
  Duration leaves = elapsed();
  if (burst_interval_ > Duration::zero()) leaves = (leaves + burst_interval_ - 1ns) / burst_interval_ * burst_interval_;
  return last_arrival_ = std::max(last_arrival_, leaves + propagation() + jitter_.next());
}

Duration LinkDevice::propagation() const {
  if (dips_.cover(elapsed())) return dips_.delay;
  Duration now = propagation_;
  for (const lab::DelayStep& step : delay_steps_) {
    if (step.at <= elapsed()) now = step.delay;
  }
  return now;
}

DataRate LinkDevice::rate() const { return capacity_.rate_at(elapsed()); }

DataRate LinkDevice::rate_of_last(Duration time) const {
  if (!capacity_.is_trace() || elapsed() < time) return rate();
  return bits_per_second(capacity_.bits_between(elapsed() - time, elapsed()) / to_seconds(time));
}

Duration LinkDevice::queue_delay() const {
  if (!in_service_) return Duration::zero();
  if (!served_at_) return longest_queue;
  const auto end = capacity_.serve(*served_at_, static_cast<double>(buffer_->waiting().bits()) - surplus_bits_);
  return end ? std::min<Duration>(end->at - elapsed(), longest_queue) : longest_queue;
}

}  // namespace evenkeel::sim
