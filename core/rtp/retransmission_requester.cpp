#include "core/rtp/retransmission_requester.h"

#include <algorithm>
#include <utility>

namespace evenkeel {

std::optional<Duration> RetransmissionRequester::on_packet(const TrackedSequence& sequence, LocalTime now) {
  if (sequence.begins || !highest_) {
    begin_at(sequence.number);
    return std::nullopt;
  }
  if (sequence.number > *highest_) {
    notice_until(sequence.number - 1, now);
    highest_ = sequence.number;
    return std::nullopt;
  }
  const auto found = find(sequence.number);
  if (found == missing_.end()) return std::nullopt;
  const Duration missed = now - found->noticed;
  missing_.erase(found);
  return missed;
}

void RetransmissionRequester::on_recovered(std::int64_t number, LocalTime now) {
  on_announced(number, now);
  remove(number);
}

void RetransmissionRequester::on_announced(std::int64_t number, LocalTime now) {
  constexpr auto max_step = static_cast<std::int64_t>(max_missing);
  if (!highest_ || number <= *highest_ || number - *highest_ > max_step) return;
  notice_until(number, now);
  highest_ = number;
}

void RetransmissionRequester::set_round_trip_time(Duration round_trip_time) {
  round_trip_time_ = std::clamp<Duration>(round_trip_time, 0s, 10s);
}

void RetransmissionRequester::abandon_before(std::int64_t number) {
  first_wanted_ = std::max(first_wanted_, number);
  std::erase_if(missing_, [&](const Missing& m) { return m.number < number; });
}

void RetransmissionRequester::reset() {
  missing_.clear();
  highest_.reset();
  overflow_ = false;
}

// What left before the first packet is not missed: the stream can begin with none of it.
void RetransmissionRequester::begin_at(std::int64_t number) {
  missing_.clear();
  highest_ = first_wanted_ = number;
}

void RetransmissionRequester::notice_until(std::int64_t last, LocalTime now) {
  const std::int64_t first = std::max(*highest_ + 1, first_wanted_);
  if (first > last) return;
  if (static_cast<std::uint64_t>(last - first) >= max_missing - missing_.size()) {
    missing_.clear();
    overflow_ = true;
    return;
  }
  for (std::int64_t number = first; number <= last; ++number) {
    missing_.push_back({.number = number, .noticed = now});
  }
}

std::vector<RetransmissionRequester::Missing>::iterator RetransmissionRequester::find(std::int64_t number) {
  const auto found = std::ranges::lower_bound(missing_, number, {}, &Missing::number);
  return found != missing_.end() && found->number == number ? found : missing_.end();
}

bool RetransmissionRequester::remove(std::int64_t number) {
  const auto found = find(number);
  if (found == missing_.end()) return false;
  missing_.erase(found);
  return true;
}

LocalTime RetransmissionRequester::ask_time(const Missing& missing) const {
  if (missing.requests > 0) return missing.asked_last + round_trip_time_ + retry_slack;
  Duration wait = reordering_wait_;
  if (round_trip_time_ > limits_.max_prompt_round_trip) wait = std::max(wait, repair_wait_);
  return missing.noticed + wait;
}

void RetransmissionRequester::give_up(LocalTime now) {
  stats_.given_up += std::erase_if(
      missing_, [&](const Missing& m) { return m.requests >= limits_.max_requests && ask_time(m) <= now; });
}

void RetransmissionRequester::ask(Missing& missing, LocalTime now) {
  ++stats_.asked;
  if (missing.requests > 0) ++stats_.again;
  ++missing.requests;
  missing.asked_last = now;
}

std::span<const std::uint16_t> RetransmissionRequester::due(LocalTime now) {
  give_up(now);
  std::size_t count = 0;
  for (Missing& missing : missing_) {
    if (count == max_per_message) break;
    if (ask_time(missing) > now) continue;
    ask(missing, now);
    due_[count++] = static_cast<std::uint16_t>(missing.number);
  }
  return std::span(due_).first(count);
}

std::optional<LocalTime> RetransmissionRequester::next_wake() const {
  std::optional<LocalTime> earliest;
  for (const Missing& missing : missing_) {
    const LocalTime t = ask_time(missing);
    if (!earliest || t < *earliest) earliest = t;
  }
  return earliest;
}

bool RetransmissionRequester::take_overflow() { return std::exchange(overflow_, false); }

}  // namespace evenkeel
