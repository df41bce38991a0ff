#include "core/control/rivals/tfrc/receive_rate.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr Duration clock_step = 1s;  // further back than reordering takes a packet: the peer's clock was set

}  // namespace

void TfrcReceiveRate::on_arrival(std::optional<RemoteTime> arrival, DataSize size) {
  if (count_ == 0 && !arrival) return;
  RemoteTime time = arrival ? *arrival : newest().time;
  if (count_ > 0 && time < newest().time - clock_step) reset();
  if (count_ > 0) time = std::max(time, newest().time);
  arrivals_[count_++ % capacity] = {time, size};
}

DataRate TfrcReceiveRate::over(Duration span) const {
  if (count_ == 0 || span <= Duration::zero()) return {};
  const RemoteTime since = newest().time - span;
  const std::size_t oldest = count_ > capacity ? count_ - capacity : 0;
  DataSize received;
  for (std::size_t i = count_; i > oldest; --i) {
    const Arrival& arrival = arrivals_[(i - 1) % capacity];
    if (arrival.time <= since) break;
    received += arrival.size;
  }
  return received / span;
}

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
