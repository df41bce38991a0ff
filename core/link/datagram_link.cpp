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
    if (delivery->last) held_ = delivery->packet.slot;
    constexpr std::uint8_t congestion = 3;
    const bool marked = delivery->marked && slot.ecn != 0;
    return Arrival{slot.bytes, slot.tag, delivery->at, marked ? congestion : slot.ecn, mapping(delivery->at)};
  }
  return std::nullopt;
}

std::uint32_t DatagramLink::mapping(LocalTime at) const {
  if (rebind_every_ <= Duration::zero()) return rebinds_;
  return rebinds_ + static_cast<std::uint32_t>(std::max(at - start_, Duration::zero()) / rebind_every_);
}

Endpoint mapped(const Endpoint& inside, std::uint32_t mapping) {
  constexpr std::uint32_t first_port = 1024;
  constexpr std::uint32_t ports = 65536 - first_port;
  constexpr std::uint32_t step = 7919;  // a prime: it takes all ports in turn
  Endpoint outside = inside;
  if (mapping == 0) return outside;
  outside.port = static_cast<std::uint16_t>(first_port + (inside.port + (mapping % ports) * step) % ports);
  return outside;
}

}  // namespace evenkeel
