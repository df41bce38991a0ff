#include "app/lab/sim/network/flow_meter.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "app/lab/sim/network/sim_time.h"

namespace evenkeel::sim {

FlowCounts FlowCounts::since(const FlowCounts& earlier) const {
  return {packets_sent - earlier.packets_sent,
          bytes_sent - earlier.bytes_sent,
          packets_arrived - earlier.packets_arrived,
          bytes_arrived - earlier.bytes_arrived,
          packets_lost - earlier.packets_lost,
          loss_events - earlier.loss_events,
          delay_sum - earlier.delay_sum};
}

FlowCounts FlowMeter::counts() const { return counts_.since(settled_counts_); }

void FlowMeter::settle() {
  settled_counts_ = counts_;
  delays_.clear();
}

FlowTag FlowMeter::on_sent(std::uint32_t size) {
  FlowTag tag;
  tag.flow = config_.index;
  tag.sequence = static_cast<std::uint32_t>(counts_.packets_sent++);
  tag.sent = elapsed();
  tag.size = size;
  counts_.bytes_sent += size;
  return tag;
}

void FlowMeter::on_arrived(const FlowTag& packet) {
  const Duration delay = elapsed() - packet.sent;
  ++counts_.packets_arrived;
  counts_.bytes_arrived += packet.size;
  counts_.delay_sum += to_seconds(delay);
  if (config_.keep_delays) delays_.push_back(static_cast<float>(to_milliseconds(delay)));
  smoothed_delay_ = smoothed_delay_ ? (7 * *smoothed_delay_ + delay) / 8 : delay;
  measure(packet);
  write(packet, delay);
}

void FlowMeter::measure(const FlowTag& packet) {
  const auto counts = [t = elapsed()](const lab::ActiveTime& time) { return t > time.from && t <= time.to; };
  if (std::none_of(config_.measured.begin(), config_.measured.end(), counts)) return;
  measured_bytes_ += packet.size;
  if (config_.keep_delays) waits_.push_back(static_cast<float>(to_milliseconds(packet.waited)));
}

// RFC 5348, section 5.2: losses of packets that were sent within a round trip of the first belong to one event.
void FlowMeter::on_lost(const FlowTag& packet) {
  ++counts_.packets_lost;
  if (!loss_event_began_ || packet.sent > *loss_event_began_ + round_trip_time()) {
    ++counts_.loss_events;
    loss_event_began_ = packet.sent;
  }
  write(packet, std::nullopt);
}

// The same estimate for every kind of flow: the one-way delay, smoothed as TCP smooths round trips, plus the present
// delay of the way back.
Duration FlowMeter::round_trip_time() const {
  return smoothed_delay_.value_or(path_.propagation()) + path_.backward_delay();
}

void FlowMeter::write(const FlowTag& packet, std::optional<Duration> delay) const {
  if (config_.packets == nullptr) return;
  PacketRecord record{FlowName(config_.name), packet.sequence, bytes(packet.size), packet.sent, std::nullopt, delay};
  if (delay) record.arrival_time = packet.sent + *delay;
  config_.packets->write(record);
}

void FlowMeter::sample(Sample& row) {
  const FlowCounts row_counts = counts_.since(std::exchange(last_counts_, counts_));
  const double seconds = to_seconds(elapsed() - std::exchange(last_sample_, elapsed()));
  row.packets_sent = static_cast<double>(counts_.packets_sent);
  row.packets_lost = static_cast<double>(counts_.packets_lost);
  row.loss_events = static_cast<double>(counts_.loss_events);
  if (seconds <= 0) return;
  row.send_bitrate_bps = 8 * static_cast<double>(row_counts.bytes_sent) / seconds;
  row.receive_bitrate_bps = 8 * static_cast<double>(row_counts.bytes_arrived) / seconds;
  const auto sent = static_cast<double>(row_counts.packets_sent);
  if (sent > 0) row.fraction_lost = std::min(1.0, static_cast<double>(row_counts.packets_lost) / sent);
  if (row_counts.packets_arrived > 0) sample_delay(row_counts, row);
}

void FlowMeter::sample_delay(const FlowCounts& row_counts, Sample& row) const {
  row.one_way_delay_ms = 1e3 * row_counts.delay_sum / static_cast<double>(row_counts.packets_arrived);
  row.one_way_delay_kind = DelayKind::true_;
  row.propagation_delay_ms = to_milliseconds(path_.propagation());
  row.queueing_delay_ms = *row.one_way_delay_ms - *row.propagation_delay_ms;
}

ns3::TypeId FlowTag::GetTypeId() {
  static const ns3::TypeId id = ns3::TypeId("evenkeel::FlowTag").SetParent<ns3::Tag>().AddConstructor<FlowTag>();
  return id;
}

void FlowTag::Serialize(ns3::TagBuffer out) const {
  out.WriteU32(flow);
  out.WriteU32(sequence);
  out.WriteU32(size);
  for (const Duration time : {sent, queued, waited}) out.WriteU64(static_cast<std::uint64_t>(time.count()));
}

void FlowTag::Deserialize(ns3::TagBuffer in) {
  flow = in.ReadU32();
  sequence = in.ReadU32();
  size = in.ReadU32();
  for (Duration* time : {&sent, &queued, &waited}) *time = Duration(static_cast<Duration::rep>(in.ReadU64()));
}

void FlowTag::Print(std::ostream& out) const { out << "flow " << flow << " packet " << sequence; }

}  // namespace evenkeel::sim
