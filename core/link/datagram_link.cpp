#include "core/link/datagram_link.h"

#include <algorithm>

namespace evenkeel {

std::uint32_t DatagramLink::acquire() {
  if (free_.empty()) {
    slots_.emplace_back();
    return static_cast<std::uint32_t>(slots_.size() - 1);
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  return slot;
}

void DatagramLink::release(std::uint32_t slot) {
  slots_[slot].used = false;
  free_.push_back(slot);
}

bool DatagramLink::carries(std::uint32_t tag) const {
  return std::ranges::any_of(slots_, [&](const Slot& slot) { return slot.used && slot.tag == tag; });
}

bool DatagramLink::send(std::span<const std::uint8_t> datagram, DataSize overhead, std::uint32_t tag, LocalTime now,
                        std::uint8_t ecn) {
  const std::uint32_t slot = acquire();
  slots_[slot].bytes.assign(datagram.begin(), datagram.end());
  slots_[slot].tag = tag;
  slots_[slot].ecn = ecn;
  slots_[slot].used = true;
  const DataSize size = bytes(static_cast<std::int64_t>(datagram.size())) + overhead;
  if (link_.push({size, slot}, now)) return true;
  release(slot);
  return false;
}

std::optional<DatagramLink::Arrival> DatagramLink::poll(LocalTime now) {
  if (held_) release(*held_);
  held_.reset();
  while (const auto delivery = link_.poll(now)) {
    const Slot& slot = slots_[delivery->packet.slot];
    if (delivery->lost) {
      release(delivery->packet.slot);
      continue;
    }
    held_ = delivery->packet.slot;
    constexpr std::uint8_t congestion = 3;
    const bool marked = delivery->marked && slot.ecn != 0;
    return Arrival{slot.bytes, slot.tag, delivery->at, marked ? congestion : slot.ecn};
  }
  return std::nullopt;
}

}  // namespace evenkeel
