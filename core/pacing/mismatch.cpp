#include "core/pacing/mismatch.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

constexpr double kLongest = 86400;  // s; keeps the arithmetic finite at rates near zero

}  // namespace

void Mismatch::advance(LocalTime now) {
  bytes_ += due_since(now);
  until_ = until_ ? std::max(*until_, now) : now;
}

void Mismatch::set_rate(DataRate rate, LocalTime now) {
  advance(now);
  rate_ = rate.bps() > 0 ? rate : DataRate();
}

void Mismatch::on_sent(DataSize size) {
  if (std::isfinite(rate_.bps())) bytes_ -= static_cast<double>(size.bytes());
}

double Mismatch::limit(double maximum_bytes) {
  double excess = std::max(0.0, bytes_ - maximum_bytes);
  bytes_ -= excess;
  return excess;
}

void Mismatch::reset(LocalTime now) {
  bytes_ = 0;
  until_ = now;
}

std::optional<LocalTime> Mismatch::time_of(double bytes) const {
  if (!until_ || rate_ <= DataRate()) return std::nullopt;
  const double seconds = std::max(0.0, bytes - bytes_) / rate_.bytes_per_second();
  return *until_ + Duration(static_cast<Duration::rep>(std::ceil(std::min(seconds, kLongest) * 1e9)));
}

double Mismatch::due_since(LocalTime now) const {
  if (!until_ || now <= *until_ || !std::isfinite(rate_.bps())) return 0;
  return rate_.bytes_per_second() * to_seconds(now - *until_);
}

}  // namespace evenkeel
