#include "core/session/retransmission_history.h"

#include <algorithm>

#include "core/rtp/retransmission_packet.h"

namespace evenkeel {

RetransmissionHistory::RetransmissionHistory(const RetransmissionHistoryConfig& config)
    : config_(config),
      entries_(std::max<std::size_t>(max_bytes / std::max<std::size_t>(config.max_packet_size, 1), 1)),
      memory_(entries_.size() * config.max_packet_size) {}

void RetransmissionHistory::start() {
  std::ranges::fill(entries_, Entry());
  numbers_.reset();
  round_trip_time_ = assumed_round_trip_time;
  while (!copies_.empty()) copies_.pop();
}

void RetransmissionHistory::set_round_trip_time(Duration round_trip_time) {
  round_trip_time_ = std::clamp<Duration>(round_trip_time, 0s, 10s);
}

void RetransmissionHistory::on_sent(std::uint16_t sequence_number, std::span<const std::uint8_t> packet,
                                    LocalTime now) {
  const std::int64_t number = numbers_.unwrap(sequence_number);
  if (number < 0 || packet.size() > config_.max_packet_size) return;
  const std::size_t slot = slot_of(number);
  entries_[slot] = {.number = number, .size = packet.size(), .sent = now};
  std::ranges::copy(packet, memory_.begin() + static_cast<std::ptrdiff_t>(slot * config_.max_packet_size));
}

RetransmissionAnswer RetransmissionHistory::on_request(std::uint16_t sequence_number, LocalTime now) {
  using Kind = RetransmissionAnswer::Kind;
  ++stats_.requests;
  Entry* entry = find(numbers_.peek(sequence_number));
  if (entry == nullptr) return refuse(Kind::unknown, stats_.unknown);
  if (now - entry->sent > std::max(min_kept, 3 * round_trip_time_)) return refuse(Kind::too_old, stats_.too_old);
  const Duration wait = alone_ ? round_trip_time_ : round_trip_time_ * 4 / 5;
  if (entry->answered && now - entry->answered_last < wait) {
    return refuse(Kind::on_its_way, stats_.on_its_way);
  }
  if (!budget_.allows(on_wire(*entry), now)) return refuse(Kind::over_budget, stats_.over_budget);
  return answer(*entry, now);
}

// A second copy that the budget does not allow is left out.
RetransmissionAnswer RetransmissionHistory::answer(Entry& entry, LocalTime now) {
  using Kind = RetransmissionAnswer::Kind;
  ++stats_.answered;
  budget_.spend(on_wire(entry), now);
  const bool twice = (entry.answered || alone_) && budget_.allows(on_wire(entry), now);
  if (twice) {
    budget_.spend(on_wire(entry), now);
    copies_.push({entry.number, now + second_copy_delay});
  }
  entry.answered = true;
  entry.answered_last = now;
  return {twice ? Kind::twice : Kind::once, bytes_of(entry)};
}

RetransmissionAnswer RetransmissionHistory::refuse(RetransmissionAnswer::Kind kind, std::uint64_t& counter) {
  ++counter;
  return {kind, {}};
}

std::span<const std::uint8_t> RetransmissionHistory::original(std::uint16_t sequence_number) {
  const Entry* entry = find(numbers_.peek(sequence_number));
  return entry != nullptr ? bytes_of(*entry) : std::span<const std::uint8_t>();
}

std::span<const std::uint8_t> RetransmissionHistory::poll(LocalTime now) {
  while (!copies_.empty() && copies_.front().due <= now) {
    const Entry* entry = find(copies_.front().number);
    copies_.pop();
    if (entry == nullptr) continue;
    ++stats_.second_copies;
    return bytes_of(*entry);
  }
  return {};
}

std::optional<LocalTime> RetransmissionHistory::next_wake() const {
  if (copies_.empty()) return std::nullopt;
  return copies_.front().due;
}

RetransmissionHistory::Entry* RetransmissionHistory::find(std::int64_t number) {
  if (number < 0) return nullptr;
  Entry& entry = entries_[slot_of(number)];
  return entry.number == number ? &entry : nullptr;
}

std::span<const std::uint8_t> RetransmissionHistory::bytes_of(const Entry& entry) const {
  return std::span(memory_).subspan(slot_of(entry.number) * config_.max_packet_size, entry.size);
}

DataSize RetransmissionHistory::on_wire(const Entry& entry) const {
  return bytes(static_cast<std::int64_t>(entry.size + original_number_size)) + config_.ip_overhead;
}

}  // namespace evenkeel
