#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/base/time.h"

namespace evenkeel {

/// Our NTP timestamps count from boot: RFC 3550, section 6.4.1, lets a sender use elapsed time, and the monotonic clock
/// has no leaps. Two processes on one machine therefore have the same clock.
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

}  // namespace evenkeel
