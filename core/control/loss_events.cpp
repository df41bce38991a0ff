#include "core/control/loss_events.h"

#include <algorithm>

namespace evenkeel {

void LossEvents::reset() {
  std::fill(entries_.begin(), entries_.end(), Entry{});
  highest_.reset();
  lowest_.reset();
  events_.clear();
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
  const Event loss{lost.sequence, lost.sent, nominal_arrival(lost.sequence), lost.sequence};
  if (!events_.empty() && belongs_to_last(loss, round_trip_time)) {
    events_.back().lowest = std::min(events_.back().lowest, lost.sequence);
    ++events_.back().losses;
    return false;
  }
  if (events_.size() == remembered) events_.erase(events_.begin());
  events_.push_back(loss);
  return true;
}

std::optional<std::size_t> LossEvents::take_back(const PacketResult& late) {
  const auto event =
      std::find_if(events_.rbegin(), events_.rend(), [&](const Event& e) { return e.lowest <= late.sequence; });
  if (event == events_.rend() || --event->losses > 0) return std::nullopt;
  const auto place = static_cast<std::size_t>(event - events_.rbegin());
  events_.erase(std::next(event).base());
  return place;
}

bool LossEvents::belongs_to_last(const Event& loss, Duration round_trip_time) const {
  const Event& last = events_.back();
  if (loss.sequence <= last.sequence) return true;  // told late
  // No honest clock brings packets together by several round trips; without this a peer's clock that was set back would
  // make all losses one event.
  if (loss.sent > last.sent + 4 * round_trip_time) return false;
  if (loss.arrival && last.arrival) return *loss.arrival <= *last.arrival + round_trip_time;
  return loss.sent <= last.sent + round_trip_time;  // the peer could not tell when
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
