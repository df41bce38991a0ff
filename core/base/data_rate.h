#pragma once

#include <compare>
#include <limits>

#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel {

/// A rate of data in bits per second. Fractions are kept, because control laws add small steps to it.
/// Infinity stands for "no limit" and for nothing else.
class DataRate {
 public:
  constexpr DataRate() = default;

  static constexpr DataRate unlimited() { return DataRate(std::numeric_limits<double>::infinity()); }

  constexpr double bps() const { return bps_; }
  constexpr double kbps() const { return bps_ / 1e3; }
  constexpr double bytes_per_second() const { return bps_ / 8; }

  constexpr auto operator<=>(const DataRate&) const = default;
  constexpr DataRate& operator+=(DataRate other) {
    bps_ += other.bps_;
    return *this;
  }
  constexpr DataRate& operator-=(DataRate other) {
    bps_ -= other.bps_;
    return *this;
  }
  friend constexpr DataRate operator+(DataRate a, DataRate b) { return a += b; }
  friend constexpr DataRate operator-(DataRate a, DataRate b) { return a -= b; }
  friend constexpr DataRate operator*(DataRate a, double f) { return DataRate(a.bps_ * f); }
  friend constexpr DataRate operator*(double f, DataRate a) { return a * f; }
  friend constexpr DataRate operator/(DataRate a, double f) { return DataRate(a.bps_ / f); }
  friend constexpr double operator/(DataRate a, DataRate b) { return a.bps_ / b.bps_; }

 private:
  friend constexpr DataRate bits_per_second(double n);
  explicit constexpr DataRate(double n) : bps_(n) {}
  double bps_ = 0;
};

constexpr DataRate bits_per_second(double n) { return DataRate(n); }
constexpr DataRate kilobits_per_second(double n) { return bits_per_second(n * 1e3); }
constexpr DataRate megabits_per_second(double n) { return bits_per_second(n * 1e6); }

/// The duration must not be zero.
constexpr DataRate operator/(DataSize size, Duration time) {
  return bits_per_second(static_cast<double>(size.bits()) / to_seconds(time));
}
/// Rounded down to whole bytes: what has certainly passed. Not for sums over many small steps.
constexpr DataSize operator*(DataRate rate, Duration time) {
  return bytes(static_cast<std::int64_t>(rate.bytes_per_second() * to_seconds(time)));
}
constexpr DataSize operator*(Duration time, DataRate rate) { return rate * time; }
/// How long the data take at the rate, which must be above zero.
constexpr Duration operator/(DataSize size, DataRate rate) {
  return from_seconds(static_cast<double>(size.bits()) / rate.bps());
}

}  // namespace evenkeel
