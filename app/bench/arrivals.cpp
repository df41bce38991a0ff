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

double ArrivalCurve::bytes_at(Duration time) const {
  const auto next = std::upper_bound(arrivals_.begin(), arrivals_.end(), time,
                                     [](Duration t, const Arrival& arrival) { return t < arrival.time; });
  const auto index = static_cast<std::size_t>(next - arrivals_.begin());
  const double before = index > 0 ? static_cast<double>(sums_[index - 1]) : 0;
  const Duration since = index > 0 ? arrivals_[index - 1].time : Duration::zero();
  if (next == arrivals_.end() || time <= since) return before;
  return before + static_cast<double>(next->bytes) * (to_seconds(time - since) / to_seconds(next->time - since));
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

DataRate ArrivalCurve::rate(Duration from, Duration to) const {
  return rate_of(bytes_at(to) - bytes_at(from), to - from);
}

std::vector<double> ArrivalCurve::window_rates_bps(Duration from, Duration to, Duration width) const {
  std::vector<double> rates;
  if (width <= Duration::zero()) return rates;
  for (; from + width <= to; from += width) rates.push_back(rate(from, from + width).bps());
  return rates;
}

}  // namespace evenkeel::bench
