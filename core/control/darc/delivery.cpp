#include "core/control/darc/delivery.h"

#include <algorithm>

namespace evenkeel::darc {

void Delivery::on_arrival(RemoteTime arrival, DataSize size, Duration queue) {
  // A peer whose clock was set back begins anew.
  if (!entries_.empty() && arrival + clock_step < entries_.back().arrival) entries_.clear();
  // Packets that overtook others count as if they had not, so that windows stay in order.
  if (!entries_.empty()) arrival = std::max(arrival, entries_.back().arrival);
  entries_.push_back({arrival, size, queue, false, 0});
  while (entries_.front().arrival + kept < arrival) entries_.pop_front();
}

void Delivery::on_lost(std::int64_t sequence, DataSize size) {
  if (!entries_.empty()) entries_.push_back({entries_.back().arrival, size, Duration::max(), true, sequence});
}

void Delivery::on_late(std::int64_t sequence, RemoteTime arrival, DataSize size) {
  std::erase_if(entries_, [&](const Entry& e) { return e.lost && e.sequence == sequence; });
  on_arrival(arrival, size, Duration::max());
}

std::optional<Delivery::Window> Delivery::over(Duration length) const {
  if (entries_.size() < 2) return std::nullopt;
  const RemoteTime end = entries_.back().arrival;
  Window window;
  window.least_queue = Duration::max();
  RemoteTime begin = end;
  DataSize received;
  DataSize first;  // came at the beginning of the window: what the time before it brought
  DataSize lost;
  for (auto entry = entries_.rbegin(); entry != entries_.rend() && begin + length > end; ++entry) {
    if (entry->lost) {
      lost += entry->size;
      continue;
    }
    begin = entry->arrival;
    first = entry->size;
    received += entry->size;
    window.least_queue = std::min(window.least_queue, entry->queue);
  }
  if (window.least_queue == Duration::max()) window.least_queue = Duration::zero();  // nobody knows of any
  window.span = end - begin;
  if (window.span < length / 2) return std::nullopt;
  window.rate = (received - first) / window.span;
  window.loss = static_cast<double>(lost.bytes()) / static_cast<double>((lost + received).bytes());
  return window;
}

}  // namespace evenkeel::darc
