#include "core/control/rivals/gcc/probe_cluster.h"

#include <algorithm>

namespace evenkeel::gcc {
namespace {

constexpr int least_packets = 5;
constexpr Duration least_length = 15ms;
constexpr double least_share = 0.8;             // of the rate, and of the packets that have to arrive
constexpr double saturated_share = 0.9;         // arriving over sending: below, the link was full
constexpr double saturated_utilisation = 0.95;  // of the rate of arrival is then taken
constexpr double largest_compression = 2;       // arriving over sending
constexpr Duration sending_patience = 200ms;
constexpr Duration result_patience = 1s;
constexpr Duration least_span = 1ms;

}  // namespace

LocalTime ProbeCluster::deadline() const { return begun_ + sending_patience; }

void ProbeCluster::on_sent(const SentPacket& packet) {
  if (!sending(packet.sent)) return;
  if (packets_ == 0 || !keeps_up(packet)) {
    begin_run(packet);
    return;
  }
  last_ = packet;
  sent_ += packet.size;
  ++packets_;
  complete_ = packets_ >= least_packets && last_.sent - first_.sent >= least_length;
}

void ProbeCluster::begin_run(const SentPacket& packet) {
  first_ = last_ = packet;
  packets_ = 1;
  sent_ = DataSize();
}

bool ProbeCluster::keeps_up(const SentPacket& packet) const {
  const double wanted = least_share * rate_.bytes_per_second() * to_seconds(packet.sent - first_.sent);
  return static_cast<double>((sent_ + packet.size).bytes()) >= wanted;
}

void ProbeCluster::on_result(const PacketResult& packet) {
  if (!complete_ || packet.sequence < first_.sequence || packet.sequence > last_.sequence) return;
  ++told_;
  if (!packet.received || !packet.arrival) return;
  ++received_packets_;
  received_ += packet.size;
  if (!earliest_ || *packet.arrival < earliest_->time) earliest_ = Arrival{*packet.arrival, packet.size};
  latest_ = received_packets_ == 1 ? *packet.arrival : std::max(latest_, *packet.arrival);
}

bool ProbeCluster::finished(LocalTime now) const {
  if (!complete_) return now >= deadline();
  return all_told() || now >= last_.sent + result_patience;
}

std::optional<DataRate> ProbeCluster::result() const {
  if (!complete_ || received_packets_ < least_share * packets_ || !earliest_) return std::nullopt;
  const DataRate left = sent_ / std::max(last_.sent - first_.sent, least_span);
  const DataRate arrived = (received_ - earliest_->size) / std::max(latest_ - earliest_->time, least_span);
  if (arrived > largest_compression * left) return std::nullopt;
  return arrived < saturated_share * left ? saturated_utilisation * arrived : std::min(left, arrived);
}

}  // namespace evenkeel::gcc
