#include "core/control/rivals/gcc/probe_cluster.h"

#include <algorithm>

namespace evenkeel::gcc {
namespace {

constexpr int least_probes = 5;
constexpr Duration least_length = 15ms;
constexpr double least_share = 0.8;             // of the rate, and of the packets that have to arrive
constexpr double saturated_share = 0.9;         // arriving over sending: below, the link was full
constexpr double saturated_utilisation = 0.95;  // of the rate of arrival is then taken
constexpr double largest_compression = 2;       // arriving over sending
constexpr Duration sending_patience = 200ms;
constexpr Duration result_patience = 1s;
constexpr Duration least_probe_span = 1ms;

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
  complete_ = packets_ >= least_probes && last_.sent - first_.sent >= least_length;
}

void ProbeCluster::begin_run(const SentPacket& packet) {
  first_ = last_ = packet;
  packets_ = 1;
  sent_ = DataSize();
  told_ = Told();
}

bool ProbeCluster::keeps_up(const SentPacket& packet) const {
  const double wanted = least_share * rate_.bytes_per_second() * to_seconds(packet.sent - first_.sent);
  return static_cast<double>((sent_ + packet.size).bytes()) >= wanted;
}

void ProbeCluster::on_result(const PacketResult& packet) {
  if (packets_ == 0 || packet.sequence < first_.sequence || packet.sequence > last_.sequence) return;
  if (!packet.late) ++told_.packets;
  if (!packet.received || !packet.arrival) return;
  ++told_.received_packets;
  told_.received += packet.size;
  if (!told_.earliest || *packet.arrival < told_.earliest->time) told_.earliest = Arrival{*packet.arrival, packet.size};
  told_.latest = told_.received_packets == 1 ? *packet.arrival : std::max(told_.latest, *packet.arrival);
}

bool ProbeCluster::finished(LocalTime now) const {
  if (!complete_) return now >= deadline();
  return all_told() || now >= last_.sent + result_patience;
}

std::optional<DataRate> ProbeCluster::result() const {
  const auto& earliest = told_.earliest;
  if (!complete_ || told_.received_packets < least_share * packets_ || !earliest) return std::nullopt;
  const DataRate left = sent_ / std::max(last_.sent - first_.sent, least_probe_span);
  const DataRate arrived =
      (told_.received - earliest->size) / std::max(told_.latest - earliest->time, least_probe_span);
  if (arrived > largest_compression * left) return std::nullopt;
  return arrived < saturated_share * left ? saturated_utilisation * arrived : std::min(left, arrived);
}

}  // namespace evenkeel::gcc
