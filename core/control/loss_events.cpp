#include "core/control/loss_events.h"

#include <algorithm>

namespace evenkeel {

void LossEvents::reset() {
  std::fill(entries_.begin(), entries_.end(), Entry{});
  highest_.reset();
  lowest_.reset();
  event_.reset();
}

void LossEvents::on_report(std::span<const PacketResult> packets) {
  for (const PacketResult& packet : packets) {
    lowest_ = std::min(lowest_.value_or(packet.sequence), packet.sequence);
    if (!packet.received) continue;
    highest_ = std::max(highest_.value_or(packet.sequence), packet.sequence);
    if (packet.arrival) slot(packet.sequence) = {packet.sequence, *packet.arrival};
  }
}

bool LossEvents::begins_event(const PacketResult& lost, Duration round_trip_time) {
  const Event loss{lost.sequence, lost.sent, nominal_arrival(lost.sequence)};
  if (event_ && belongs_to_last(loss, round_trip_time)) return false;
  event_ = loss;
  return true;
}

bool LossEvents::belongs_to_last(const Event& loss, Duration round_trip_time) const {
  if (loss.sequence <= event_->sequence) return true;  // told late
  // No honest clock brings packets together by several round trips; without this a peer's clock that was set back would
  // make all losses one event.
  if (loss.sent > event_->sent + 4 * round_trip_time) return false;
  if (loss.arrival && event_->arrival) return *loss.arrival <= *event_->arrival + round_trip_time;
  return loss.sent <= event_->sent + round_trip_time;  // the peer could not tell when
}

const LossEvents::Entry* LossEvents::neighbour(std::int64_t sequence, std::int64_t step) {
  for (std::int64_t i = 1; i <= reach; ++i) {
    const std::int64_t wanted = sequence + i * step;
    const Entry& entry = slot(wanted);
    if (entry.sequence == wanted) return &entry;
  }
  return nullptr;
}

std::optional<RemoteTime> LossEvents::nominal_arrival(std::int64_t lost) {
  const Entry* const before = neighbour(lost, -1);
  const Entry* const after = neighbour(lost, 1);
  if (before == nullptr || after == nullptr) return std::nullopt;
  const auto steps = static_cast<double>(lost - before->sequence);
  const auto span = static_cast<double>(after->sequence - before->sequence);
  const double seconds = to_seconds(after->arrival - before->arrival) * (steps / span);
  const RemoteTime arrival = before->arrival + from_seconds(seconds);
  slot(lost) = {lost, arrival};  // a neighbour for the next loss of a burst, on the same line
  return arrival;
}

}  // namespace evenkeel
