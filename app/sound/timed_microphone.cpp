#include "app/sound/timed_microphone.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/net/realtime.h"

namespace evenkeel {
namespace {

constexpr Duration longest_gap = 100ms;  // a thread that was away for longer leaves out what it missed

LocalTime block_begin(LocalTime time) { return time - time.time_since_epoch() % block_duration; }

}  // namespace

TimedMicrophone::TimedMicrophone(std::string what, SoundFill fill) : what_(std::move(what)), fill_(std::move(fill)) {}

void TimedMicrophone::start(SoundSink sink) {
  stop();
  thread_ = std::jthread([this, sink = std::move(sink)](const std::stop_token& stop) { run(stop, sink); });
}

void TimedMicrophone::run(const std::stop_token& stop, const SoundSink& sink) {
  RealtimeThread realtime;
  realtime.enter();
  SoundBlock block{};
  LocalTime first = block_begin(monotonic_now());
  while (sleep_until(first + block_duration, stop)) {
    fill_(block, first);
    sink(block, first);
    first += block_duration;
    if (monotonic_now() > first + longest_gap) first = block_begin(monotonic_now());
  }
}

SourceState TimedMicrophone::state() const { return {SourceState::Kind::running, what_}; }

void fill_test_sound(SoundBlock& block, LocalTime first) {
  constexpr double hertz = 1000;
  constexpr double loudness = 8000;
  constexpr std::int64_t length = samples_per_second / 20;
  constexpr std::int64_t slope = samples_per_second / 500;  // of its ends: without them it would click
  const std::int64_t begin = to_samples(first.time_since_epoch() % 1s);
  for (std::size_t i = 0; i < block.size(); ++i) {
    const std::int64_t at = (begin + static_cast<std::int64_t>(i)) % samples_per_second;
    const double rise = static_cast<double>(std::min(at, length - at)) / slope;
    const double sine = std::sin(2 * std::numbers::pi * hertz * static_cast<double>(at) / samples_per_second);
    block[i] = static_cast<std::int16_t>(std::lround(loudness * std::clamp(rise, 0.0, 1.0) * sine));
  }
}

}  // namespace evenkeel
