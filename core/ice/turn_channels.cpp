#include "core/ice/turn_channels.h"

#include <algorithm>

namespace evenkeel {

TurnChannels::Entry* TurnChannels::keep(const Endpoint& peer, LocalTime now) {
  const auto known = std::ranges::find_if(entries_, [&](const Entry& entry) { return entry.channel.peer == peer; });
  if (known != entries_.end() && (known->kept || now < known->refused_until)) return known->kept ? &*known : nullptr;
  if (!make_room(now)) return nullptr;
  // Nothing that make_room() does moves an entry.
  Entry* entry = known != entries_.end() ? &*known : add(peer);
  entry->kept = true;
  entry->next_bind = now;
  entry->last_used = now;
  return entry;
}

// A place among those that are kept.
bool TurnChannels::make_room(LocalTime now) {
  Entry* oldest = nullptr;
  std::size_t kept = 0;
  for (Entry& entry : entries_) {
    if (!entry.kept) continue;
    ++kept;
    if (!oldest || entry.last_used < oldest->last_used) oldest = &entry;
  }
  if (kept < max_kept) return true;
  if (now < oldest->last_used + min_idle) return false;
  give_up(*oldest);
  return true;
}

void TurnChannels::set_bound(Entry& entry, LocalTime now) {
  if (!entry.bound) ++version_;
  entry.bound = true;
  entry.bound_at = now;
  entry.next_bind = now + refresh_interval;
  entry.challenges = 0;
  entry.renumbered = false;
}

void TurnChannels::renumber(Entry& entry) {
  if (entry.bound) ++version_;
  entry.bound = false;
  entry.renumbered = true;
  entry.channel.number = next_number();
}

void TurnChannels::on_timeout(Entry& entry, LocalTime now) {
  entry.next_bind = now + retry_wait;
  if (!entry.bound || now < entry.bound_at + permission_lifetime) return;
  entry.bound = false;
  ++version_;
}

void TurnChannels::end_all(LocalTime now) {
  std::erase_if(entries_, [&](const Entry& e) { return !e.kept || now >= e.last_used + idle_time; });
  for (Entry& entry : entries_) {
    entry.bound = entry.renumbered = false;
    entry.challenges = 0;
    entry.request.end();
    entry.waiting.clear();
  }
  ++version_;
}

void TurnChannels::start_anew(LocalTime now) {
  end_all(now);
  for (Entry& entry : entries_) entry.next_bind = now;
}

void TurnChannels::give_up(Entry& entry) {
  if (entry.bound) ++version_;
  entry.kept = entry.bound = false;
  entry.challenges = 0;
  entry.renumbered = false;
  entry.request.end();
  entry.waiting.clear();
}

void TurnChannels::refuse(Entry& entry, LocalTime now) {
  entry.refused_until = now + refused_for;
  give_up(entry);
}

void TurnChannels::clear() {
  entries_.clear();
  ++version_;
}

TurnChannels::Entry* TurnChannels::add(const Endpoint& peer) {
  if (entries_.size() >= max_known) {
    const auto least =
        std::ranges::min_element(entries_, {}, [](const Entry& e) { return std::pair(e.kept, e.last_used); });
    entries_.erase(least);
  }
  Entry added;
  added.channel = {peer, next_number()};
  entries_.push_back(std::move(added));
  return &entries_.back();
}

std::uint16_t TurnChannels::next_number() {
  std::uint16_t number = 0;
  do {
    number = next_number_;
    next_number_ = number == last_number ? first_number : static_cast<std::uint16_t>(number + 1);
  } while (find(number) != nullptr);
  return number;
}

TurnChannels::Entry* TurnChannels::find(std::uint16_t number) {
  const auto found = std::ranges::find_if(entries_, [&](const Entry& e) { return e.channel.number == number; });
  return found == entries_.end() ? nullptr : &*found;
}

TurnChannels::Entry* TurnChannels::find(const StunTransactionId& id) {
  const auto found = std::ranges::find_if(entries_, [&](const Entry& entry) { return entry.request.matches(id); });
  return found == entries_.end() ? nullptr : &*found;
}

std::vector<TurnChannel> TurnChannels::bound() const {
  std::vector<TurnChannel> channels;
  for (const Entry& entry : entries_)
    if (entry.bound) channels.push_back(entry.channel);
  return channels;
}

}  // namespace evenkeel
