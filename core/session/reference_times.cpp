#include "core/session/reference_times.h"

#include <algorithm>

#include "core/rtp/ntp.h"

namespace evenkeel {
namespace {

constexpr Duration interval = 1s;
constexpr Duration first_interval = 200ms;
constexpr std::uint64_t quick_ones = 5;  // a peer that answers none of them hardly knows how
constexpr Duration longest_round_trip = 10s;

}  // namespace

bool ReferenceTimes::due(LocalTime now) const {
  const bool quick = !round_trip_time_.latest() && count_ < quick_ones;
  return !last_ || now >= *last_ + (quick ? first_interval : interval);
}

void ReferenceTimes::ask(LocalTime now) {
  asked_[count_++ % asked_.size()] = {to_ntp_middle(now), now};
  last_ = now;
}

void ReferenceTimes::on_answer(const ReferenceTimeAnswer& answer, LocalTime arrival) {
  const auto asked = std::ranges::find_if(asked_, [&](const auto& a) { return a && a->ntp_middle == answer.last_rr; });
  if (asked == asked_.end()) return;
  const Duration round_trip = arrival - (*asked)->at - from_ntp_units(answer.delay_since_last_rr);
  asked->reset();
  if (round_trip <= longest_round_trip) round_trip_time_.add(arrival, round_trip);
}

}  // namespace evenkeel
