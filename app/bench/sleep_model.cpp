#include "app/bench/sleep_model.h"

#include <algorithm>
#include <random>
#include <utility>

namespace evenkeel {

SleepModel exact_sleep() {
  return [](LocalTime now, LocalTime wake) { return std::max(now, wake); };
}

SleepModel slack_sleep(Duration lateness) {
  return [lateness](LocalTime now, LocalTime wake) { return wake > now ? wake + lateness : now; };
}

// Not a std:: distribution, which differs between platforms.
SleepModel late_sleep(Duration minimum, Duration maximum, std::uint32_t seed) {
  const auto span = static_cast<std::uint64_t>(std::max(maximum - minimum, Duration::zero()).count()) + 1;
  return [minimum, span, random = std::mt19937_64(seed)](LocalTime now, LocalTime wake) mutable {
    return wake > now ? wake + minimum + Duration(static_cast<Duration::rep>(random() % span)) : now;
  };
}

SleepModel jiffy_sleep(int hz) {
  const Duration jiffy = Duration(1s) / std::max(hz, 1);
  return [jiffy](LocalTime now, LocalTime wake) {
    if (wake <= now) return now;
    const LocalTime last_tick = now - now.time_since_epoch() % jiffy;
    const auto ticks = (wake - now + jiffy - 1ns) / jiffy;
    return last_tick + (ticks + 1) * jiffy;
  };
}

SleepModel loaded_sleep(SleepModel quiet, SleepModel loaded, LocalTime from, LocalTime to) {
  return [quiet = std::move(quiet), loaded = std::move(loaded), from, to](LocalTime now, LocalTime wake) mutable {
    return wake >= from && wake < to ? loaded(now, wake) : quiet(now, wake);
  };
}

SleepModel stalled_sleep(SleepModel awake, std::vector<Stall> stalls) {
  std::sort(stalls.begin(), stalls.end(), [](const Stall& a, const Stall& b) { return a.at < b.at; });
  return [awake = std::move(awake), stalls = std::move(stalls)](LocalTime now, LocalTime wake) mutable {
    LocalTime time = awake(now, wake);
    for (const Stall& s : stalls) {
      if (time >= s.at && time < s.at + s.length) time = s.at + s.length;
    }
    return time;
  };
}

}  // namespace evenkeel
