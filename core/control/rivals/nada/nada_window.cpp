#include "core/control/rivals/nada/nada_window.h"

#include <algorithm>
#include <limits>

namespace evenkeel {
namespace {

constexpr std::size_t least_entries = 128;  // for the minimum filter, where few packets are sent
// Arrivals are spread wider than sendings while a queue drains: the log reaches further back than the window.
constexpr int windows_kept = 2;
constexpr double lowest = std::numeric_limits<double>::lowest();
constexpr Duration furthest = 24h * 40'000;  // a peer may say anything; differences of arrivals must not overflow

std::optional<Duration> arrival_of(const PacketResult& packet) {
  if (!packet.arrival) return std::nullopt;
  return std::clamp(packet.arrival->time_since_epoch(), -furthest, furthest);
}

}  // namespace

void NadaWindow::take_back(const PacketResult& late) {
  for (std::size_t i = entries_.size(); i > 0; --i) {
    Entry& entry = entries_[i - 1];
    if (entry.sequence != late.sequence) continue;
    entry.received = true;
    entry.arrival = arrival_of(late);
    return;
  }
}

void NadaWindow::add(const PacketResult& packet, Duration length) {
  if (packet.late) return take_back(packet);
  Entry entry{packet.sequence, packet.sent, packet.size, packet.received, std::nullopt, std::nullopt};
  entry.arrival = arrival_of(packet);
  if (const auto delay = packet.relative_delay()) entry.delay = to_seconds(*delay);
  newest_ = entries_.empty() ? packet.sent : std::max(newest_, packet.sent);
  entries_.push(entry);
  while (entries_.size() > least_entries && entries_.front().sent <= newest_ - windows_kept * length) entries_.pop();
}

NadaWindow::Summary NadaWindow::summary(Duration length) const {
  Summary s;
  s.longest_delay = lowest;
  int sent = 0;
  int lost = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.sent <= newest_ - length) continue;
    ++sent;
    lost += entry.received ? 0 : 1;
    s.longest_delay = std::max(s.longest_delay, entry.delay.value_or(lowest));
  }
  s.lost = lost > 0;
  if (sent > 0) s.loss_ratio = static_cast<double>(lost) / sent;
  s.received = received_rate(length);
  return s;
}

DataRate NadaWindow::received_rate(Duration length) const {
  Duration latest = -furthest;
  for (std::size_t i = 0; i < entries_.size(); ++i) latest = std::max(latest, entries_[i].arrival.value_or(latest));
  DataSize received;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.arrival && latest - *entry.arrival < length) received += entry.size;
  }
  return received / length;
}

std::optional<double> NadaWindow::shortest_delay(int samples) const {
  std::optional<double> shortest;
  for (std::size_t i = entries_.size(); i > 0 && samples > 0; --i) {
    const auto& delay = entries_[i - 1].delay;
    if (!delay) continue;
    shortest = shortest ? std::min(*shortest, *delay) : *delay;
    --samples;
  }
  return shortest;
}

}  // namespace evenkeel
