#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/base/time.h"

namespace evenkeel {

/// NTP timestamps count from boot: RFC 3550, section 6.4.1, lets a sender use elapsed time, and the monotonic clock has
/// no leaps. Two processes on one machine therefore have the same clock. On the wire an NtpClock shifts them.
constexpr std::uint64_t to_ntp(LocalTime t) {
  const std::uint64_t ns = static_cast<std::uint64_t>(t.time_since_epoch().count());
  const std::uint64_t seconds = ns / 1'000'000'000u;
  const std::uint64_t rest = ns % 1'000'000'000u;
  return (seconds << 32) | ((rest << 32) / 1'000'000'000u);
}

/// The middle 32 bits: 16.16 fixed point, wraps after 18 hours.
constexpr std::uint32_t to_ntp_middle(LocalTime t) { return static_cast<std::uint32_t>(to_ntp(t) >> 16); }

/// 1/65536 s, as in DLSR and differences of middle timestamps. What is beyond 146 years counts as 146 years: the
/// difference of any two still is a Duration.
constexpr Duration from_ntp_units(std::int64_t units) {
  constexpr std::int64_t max_units = std::numeric_limits<Duration::rep>::max() / 2 / 1'000'000'000 * 65536;
  units = std::clamp(units, -max_units, max_units);
  // Whole seconds go apart, so that days do not overflow.
  return Duration(units / 65536 * 1'000'000'000 + units % 65536 * 1'000'000'000 / 65536);
}
constexpr std::int64_t to_ntp_units(Duration d) {
  return d.count() / 1'000'000'000 * 65536 + d.count() % 1'000'000'000 * 65536 / 1'000'000'000;
}

/// What one end of a call writes as NTP time: to_ntp() and an origin, which is random where the wire must not tell the
/// time since boot. Who knows the origin gets the exact time back.
class NtpClock {
 public:
  constexpr NtpClock() = default;
  /// `origin`: 32.32 fixed point. Cut to 1/65536 s, so that the middle 32 bits are as exact as the whole.
  explicit constexpr NtpClock(std::uint64_t origin) : origin_(origin & ~std::uint64_t{0xFFFF}) {}

  constexpr std::uint64_t write(LocalTime t) const { return to_ntp(t) + origin_; }
  constexpr std::uint32_t write_middle(LocalTime t) const { return static_cast<std::uint32_t>(write(t) >> 16); }
  /// To to_ntp() and to_ntp_middle() of the time that was written. Both wrap.
  constexpr std::uint64_t read(std::uint64_t ntp) const { return ntp - origin_; }
  constexpr std::uint32_t read_middle(std::uint32_t middle) const {
    return middle - static_cast<std::uint32_t>(origin_ >> 16);
  }

 private:
  std::uint64_t origin_ = 0;
};

}  // namespace evenkeel
