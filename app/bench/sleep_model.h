#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/time.h"

namespace evenkeel {

/// Returns when a process that asks at `now` to be woken at `wake` runs again: not before `wake`, and at `now` if that
/// has passed. A copy of a model continues from the original's state.
using SleepModel = std::function<LocalTime(LocalTime now, LocalTime wake)>;

SleepModel exact_sleep();

/// A kernel with high-resolution timers (since 2.6.21) whose wake-ups are all late by the same time: its timer slack,
/// 50 us by default, and the scheduling delay. algorithms.md, section 5.
SleepModel slack_sleep(Duration lateness);

/// Late by a random time in [minimum, maximum]; deterministic for a seed.
SleepModel late_sleep(Duration minimum, Duration maximum, std::uint32_t seed);

/// A kernel without high-resolution timers, whose clock ticks `hz` times a second, every J = 1/hz. A sleep of d = wake
/// - now ends at a tick: d is rounded up to ceil(d/J) ticks, and one more is added because part of the present tick has
/// passed; they count from the last tick before `now`. algorithms.md, section 5.
SleepModel jiffy_sleep(int hz);

/// Uses `loaded` for sleeps that begin in [from, to), while other processes are busy.
SleepModel loaded_sleep(SleepModel quiet, SleepModel loaded, LocalTime from, LocalTime to);

/// A process that is stopped from `at` on: wake-ups within [at, at + length) come at its end.
struct Stall {
  LocalTime at;
  Duration length{};
};
SleepModel stalled_sleep(SleepModel awake, std::vector<Stall> stalls);

}  // namespace evenkeel
