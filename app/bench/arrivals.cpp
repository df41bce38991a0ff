#include "app/bench/arrivals.h"

#include <algorithm>
#include <utility>

namespace evenkeel::bench {
namespace {

DataRate rate_of(double bytes, Duration time) {
  return time > Duration::zero() ? bits_per_second(bytes * 8 / to_seconds(time)) : DataRate();
}

}  // namespace

ArrivalCurve::ArrivalCurve(std::vector<Arrival> arrivals) : arrivals_(std::move(arrivals)) {
  sums_.reserve(arrivals_.size());
  std::int64_t sum = 0;
  for (const Arrival& arrival : arrivals_) sums_.push_back(sum += arrival.bytes);
}

std::int64_t ArrivalCurve::packets() const {
  std::int64_t sum = 0;
  for (const Arrival& arrival : arrivals_) sum += arrival.packets;
  return sum;
}

double ArrivalCurve::bytes_at(Duration time, DataRate rate) const {
  const auto next = std::upper_bound(arrivals_.begin(), arrivals_.end(), time,
                                     [](Duration t, const Arrival& arrival) { return t < arrival.time; });
  const auto index = static_cast<std::size_t>(next - arrivals_.begin());
  const double before = index > 0 ? static_cast<double>(sums_[index - 1]) : 0;
  if (next == arrivals_.end() || rate <= DataRate()) return before;
  const double gap = to_seconds(next->time - (index > 0 ? arrivals_[index - 1].time : Duration::zero()));
  const double packet = static_cast<double>(next->bytes) / std::max(next->packets, 1);
  const double taken = std::min(gap, packet / rate.bytes_per_second());
  const double left = to_seconds(next->time - time);
  return left < taken ? before + static_cast<double>(next->bytes) * (1 - left / taken) : before;
}

DataRate ArrivalCurve::counted_rate(Duration from, Duration to) const {
  const auto sum_before = [this](Duration time) {
    const auto first = std::lower_bound(arrivals_.begin(), arrivals_.end(), time,
                                        [](const Arrival& arrival, Duration t) { return arrival.time < t; });
    const auto index = static_cast<std::size_t>(first - arrivals_.begin());
    return index > 0 ? static_cast<double>(sums_[index - 1]) : 0;
  };
  return rate_of(sum_before(to) - sum_before(from), to - from);
}

}  // namespace evenkeel::bench
