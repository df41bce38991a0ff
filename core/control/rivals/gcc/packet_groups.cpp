#include "core/control/rivals/gcc/packet_groups.h"

#include <algorithm>

namespace evenkeel::gcc {
namespace {

constexpr Duration group_length = 5ms;
constexpr Duration burst_gap = 5ms;
constexpr Duration longest_burst = 100ms;
constexpr Duration largest_offset = 3s;
constexpr int most_reordered = 3;

}  // namespace

std::optional<GroupDelta> PacketGroups::add(const PacketResult& packet, LocalTime told) {
  if (!packet.received || packet.late || !packet.arrival) return std::nullopt;
  if (current_ && packet.sent < current_->first_sent) return std::nullopt;  // of a group that is closed
  if (current_ && belongs(packet.sent, *packet.arrival)) {
    current_->last_sent = std::max(current_->last_sent, packet.sent);
    current_->last_arrival = std::max(current_->last_arrival, *packet.arrival);
    current_->told = told;
    return std::nullopt;
  }
  const auto delta = compare();
  current_ = Group{packet.sent, packet.sent, *packet.arrival, *packet.arrival, told};
  return delta;
}

bool PacketGroups::belongs(LocalTime sent, RemoteTime arrival) const {
  return sent - current_->first_sent <= group_length || catches_up(sent, arrival);
}

bool PacketGroups::catches_up(LocalTime sent, RemoteTime arrival) const {
  const Duration sending = sent - current_->last_sent;
  const Duration arriving = arrival - current_->last_arrival;
  const bool at_once = arriving <= burst_gap && arriving > -longest_burst;  // further back the clock was set
  return arriving < sending && at_once && arrival - current_->first_arrival < longest_burst;
}

/// The current group is complete: what it is to the one before. It becomes the one before, unless it came too early.
std::optional<GroupDelta> PacketGroups::compare() {
  if (!current_) return std::nullopt;
  if (!previous_) {
    previous_ = current_;
    return std::nullopt;
  }
  const GroupDelta delta{current_->last_sent - previous_->last_sent, current_->last_arrival - previous_->last_arrival,
                         current_->last_arrival};
  const bool early = delta.arriving < Duration::zero();
  reordered_ = early ? reordered_ + 1 : 0;
  if (reordered_ >= most_reordered || delta.arriving - (current_->told - previous_->told) > largest_offset) {
    reset();
    return std::nullopt;
  }
  if (early) return std::nullopt;
  previous_ = current_;
  return delta;
}

}  // namespace evenkeel::gcc
