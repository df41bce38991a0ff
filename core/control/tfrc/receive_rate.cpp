#include "core/control/tfrc/receive_rate.h"

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

}  // namespace evenkeel
