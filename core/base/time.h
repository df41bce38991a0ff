#pragma once

#include <chrono>

namespace evenkeel {

using namespace std::chrono_literals;

using Duration = std::chrono::nanoseconds;

/// The clock of this machine: monotonic, counted from boot. It has no now(): time is an argument everywhere in core,
/// and only core/net and the applications read it from the system.
struct LocalClock {
  using duration = Duration;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<LocalClock>;
  static constexpr bool is_steady = true;
};

/// The clock of the peer, as far as its reports reveal it. Its origin and its speed differ from ours, so that a
/// difference of a RemoteTime and a LocalTime means nothing and does not compile; only path/one_way_delay crosses them.
struct RemoteClock {
  using duration = Duration;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<RemoteClock>;
  static constexpr bool is_steady = true;
};

using LocalTime = LocalClock::time_point;
using RemoteTime = RemoteClock::time_point;

/// Seconds as a floating-point number, for control laws and output.
constexpr double to_seconds(Duration d) { return std::chrono::duration<double>(d).count(); }
constexpr double to_milliseconds(Duration d) { return to_seconds(d) * 1e3; }

/// The nearest Duration; the argument must be finite and below 292 years.
constexpr Duration from_seconds(double s) {
  return Duration(static_cast<Duration::rep>(s * 1e9 + (s < 0 ? -0.5 : 0.5)));
}

}  // namespace evenkeel
