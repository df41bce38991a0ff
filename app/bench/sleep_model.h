#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/time.h"

namespace evenkeel {

/// When a process that asked at `now` to be woken at `wake` runs again: never before `wake`, and at `now` where that
/// has passed. A copy of a model goes on from where the original was.
using SleepModel = std::function<LocalTime(LocalTime now, LocalTime wake)>;

SleepModel exact_sleep();

/// A kernel with high-resolution timers (since 2.6.21) whose wake-ups are late by the same time each: its timer slack,
/// 50 us by default, and what scheduling takes. algorithms.md, section 5.
SleepModel slack_sleep(Duration lateness);

/// Late by a random time in [least, most], the same ones for the same seed.
SleepModel late_sleep(Duration least, Duration most, std::uint32_t seed);

/// A kernel without high-resolution timers, whose clock ticks `hz` times a second, every J = 1/hz. Who asks to sleep
/// for d = wake - now is woken at a tick: the time asked for is rounded up to ceil(d/J) whole ticks, and one more is
/// added, because part of the present one has passed already; they count from the last tick before `now`.
/// algorithms.md, section 5.
SleepModel jiffy_sleep(int hz);

/// Another model for the wake-ups that are asked for in [from, to): what busy processes make of it.
SleepModel loaded_sleep(SleepModel quiet, SleepModel loaded, LocalTime from, LocalTime to);

/// A process that is stopped from `at` on: wake-ups that fall into [at, at + length) come at the end of it.
struct Stall {
  LocalTime at;
  Duration length{};
};
SleepModel stalled_sleep(SleepModel awake, std::vector<Stall> stalls);

}  // namespace evenkeel
