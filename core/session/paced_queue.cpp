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

std::size_t PacedQueue::due(std::size_t most, LocalTime now) {
  const std::size_t count = std::min(most, queue_.packets());
  if (count == 0) return 0;
  sizes_.resize(std::max(sizes_.size(), count));
  for (std::size_t i = 0; i < count; ++i) sizes_[i] = queue_[i].wire;
  return pacer_->due(std::span(sizes_).first(count), now);
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
  if (const auto rtt = pacer_->min_round_trip_time()) pacer->set_min_round_trip_time(*rtt);
  if (const auto size = head()) pacer->on_queue(size, now);
  pacer_ = std::move(pacer);
}

std::optional<DataSize> PacedQueue::head() const {
  return queue_.empty() ? std::nullopt : std::optional(queue_[0].wire);
}

}  // namespace evenkeel
