#include "core/control/tfrc/receive_rate_set.h"

#include <algorithm>

namespace evenkeel {

void TfrcReceiveRateSet::replace(DataRate rate, LocalTime now) {
  entries_.front() = {rate, now};
  size_ = 1;
}

void TfrcReceiveRateSet::drop_oldest() {
  std::move(entries_.begin() + 1, entries_.end(), entries_.begin());
  --size_;
}

void TfrcReceiveRateSet::update(DataRate received, LocalTime now, Duration round_trip_time) {
  while (size_ > 0 && (size_ == most || entries_.front().time < now - 2 * round_trip_time)) drop_oldest();
  entries_[size_++] = {received, now};
}

void TfrcReceiveRateSet::maximize(DataRate received, LocalTime now) {
  DataRate largest = received;
  for (std::size_t i = 0; i < size_; ++i) {
    if (entries_[i].rate < DataRate::unlimited()) largest = std::max(largest, entries_[i].rate);
  }
  replace(largest, now);
}

void TfrcReceiveRateSet::halve() {
  for (std::size_t i = 0; i < size_; ++i) entries_[i].rate = entries_[i].rate / 2;
}

DataRate TfrcReceiveRateSet::maximum() const {
  DataRate largest = size_ > 0 ? DataRate() : DataRate::unlimited();
  for (std::size_t i = 0; i < size_; ++i) largest = std::max(largest, entries_[i].rate);
  return largest;
}

}  // namespace evenkeel
