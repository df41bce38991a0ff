#include "core/session/paced_queue.h"

#include <algorithm>
#include <utility>

namespace evenkeel {

bool PacedQueue::push(const OutgoingPacket& packet, LocalTime now) {
  const bool was_empty = queue_.empty();
  if (!queue_.push(packet)) return false;
  if (was_empty) pacer_->on_queue(packet.wire, now);
  return true;
}

// Most of the time nothing is due, or one packet: the pacer is shown more sizes only where it takes all that it saw.
std::size_t PacedQueue::due(std::size_t most, LocalTime now) {
  const std::size_t count = std::min(most, queue_.packets());
  sizes_.resize(std::max(sizes_.size(), count));
  std::size_t due = 0;
  for (std::size_t shown = 0; due == shown && shown < count;) {
    const std::size_t next = std::min(count, 4 * shown + 1);
    for (; shown < next; ++shown) sizes_[shown] = queue_[shown].wire;
    due = pacer_->due(std::span(sizes_).first(shown), now);
  }
  return due;
}

OutgoingPacket PacedQueue::on_sent(LocalTime now) {
  const OutgoingPacket packet = queue_.pop();
  pacer_->on_sent(packet.wire, head(), now);
  return packet;
}

std::optional<OutgoingPacket> PacedQueue::discard(LocalTime now) {
  if (queue_.empty()) return std::nullopt;
  const OutgoingPacket packet = queue_.pop();
  on_removed(now);
  return packet;
}

std::optional<OutgoingPacket> PacedQueue::discard(PacketClass kind, LocalTime now) {
  const auto packet = queue_.discard(kind);
  if (packet) on_removed(now);
  return packet;
}

std::optional<OutgoingPacket> PacedQueue::expire(LocalTime now) {
  const auto packet = queue_.expire(now);
  if (packet) on_removed(now);
  return packet;
}

void PacedQueue::on_removed(LocalTime now) {
  if (queue_.empty()) pacer_->on_queue(std::nullopt, now);
}

std::optional<LocalTime> PacedQueue::next_wake() const {
  const auto size = head();
  return size ? pacer_->next_wake(*size) : std::nullopt;
}

void PacedQueue::set_pacer(std::unique_ptr<Pacer> pacer, LocalTime now) {
  pacer->reset(now);
  pacer->set_rate(pacer_->rate(), now);
  pacer->limit_idle(pacer_->idle_limit());
  if (const auto rtt = pacer_->min_round_trip_time()) pacer->set_min_round_trip_time(*rtt);
  if (const auto size = head()) pacer->on_queue(size, now);
  pacer_ = std::move(pacer);
}

std::optional<DataSize> PacedQueue::head() const {
  return queue_.empty() ? std::nullopt : std::optional(queue_[0].wire);
}

}  // namespace evenkeel
