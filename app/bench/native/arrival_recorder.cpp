#include "app/bench/native/arrival_recorder.h"

#include <algorithm>

namespace evenkeel::bench {

ArrivalRecorder::ArrivalRecorder(Duration resolution, std::size_t expected, std::size_t maximum)
    : resolution_(resolution), max_(std::max<std::size_t>(maximum, 2)) {
  arrivals_.reserve(std::min(expected, max_));
}

// The kernel's timestamps can go back in time; the curve must not.
void ArrivalRecorder::on_packet(std::int64_t sequence, std::int32_t bytes, LocalTime at) {
  ++packets_;
  if (sequence < next_sequence_) ++reordered_;
  next_sequence_ = std::max(next_sequence_, sequence + 1);
  Duration time = at.time_since_epoch();
  if (!arrivals_.empty()) {
    Arrival& last = arrivals_.back();
    time = std::max(time, last.time);
    if (time == last.time || time - first_of_last_ < resolution_) {
      last = {time, last.bytes + bytes, last.packets + 1};
      return;
    }
  }
  if (arrivals_.size() == max_) thin();
  arrivals_.push_back({time, bytes, 1});
  first_of_last_ = time;
}

std::vector<Arrival> ArrivalRecorder::since(std::optional<LocalTime> start) const {
  std::vector<Arrival> shifted = arrivals_;
  if (shifted.empty()) return shifted;
  const Duration origin = start ? start->time_since_epoch() : shifted.front().time;
  for (Arrival& arrival : shifted) arrival.time = std::max(arrival.time - origin, Duration::zero());
  return shifted;
}

// Halves the number of arrivals, and merges later ones over longer times.
void ArrivalRecorder::thin() {
  resolution_ = std::max(2 * resolution_, Duration(50us));
  std::size_t kept = 0;
  for (std::size_t i = 0; i + 1 < arrivals_.size(); i += 2) {
    const Arrival& later = arrivals_[i + 1];
    arrivals_[kept++] = {later.time, arrivals_[i].bytes + later.bytes, arrivals_[i].packets + later.packets};
  }
  if (arrivals_.size() % 2 == 1) arrivals_[kept++] = arrivals_.back();
  arrivals_.resize(kept);
}

}  // namespace evenkeel::bench
