#include "core/control/darc/packet_train.h"

#include <algorithm>

namespace evenkeel::darc {

void PacketTrain::on_sent(const SentPacket& packet) {
  if (!open()) return;
  if (first_sent_) sent_ += packet.size;
  if (!first_sent_) first_sent_ = packet.sent;
  last_sent_ = packet.sent;
}

void PacketTrain::on_result(const PacketResult& packet) {
  if (!begin_ || packet.sent < *begin_ || !packet.received || !packet.arrival) return;
  if (end_ && packet.sent > *end_) {
    complete_ = true;
    return;
  }
  if (arrivals_ > 0) arrived_ += packet.size;
  first_arrival_ = arrivals_ > 0 ? std::min(first_arrival_, *packet.arrival) : *packet.arrival;
  last_arrival_ = arrivals_ > 0 ? std::max(last_arrival_, *packet.arrival) : *packet.arrival;
  ++arrivals_;
}

std::optional<PacketTrain::Result> PacketTrain::result(Duration jitter) const {
  if (arrivals_ < least_packets || !first_sent_ || last_sent_ <= *first_sent_) return std::nullopt;
  const Duration sending = last_sent_ - *first_sent_;
  const Duration arriving = last_arrival_ - first_arrival_;
  const Duration allowance = std::min(jitter + resolution, sending / 4);
  Result result{sent_ / sending, arrived_ / std::max(arriving, sending)};
  result.passed = arrived_ / std::max(arriving - allowance, sending) > passed_share * result.sent;
  return result;
}

}  // namespace evenkeel::darc
