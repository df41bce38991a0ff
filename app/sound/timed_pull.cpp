#include "app/sound/timed_pull.h"

#include <utility>

#include "core/net/clock.h"

namespace evenkeel {
namespace {

constexpr Duration longest_gap = 100ms;  // a thread that was away for longer leaves out what it missed

}  // namespace

void TimedPull::start(SoundPull pull, Listener listener) {
  stop();
  {
    const std::lock_guard lock(mutex_);
    pull_ = std::move(pull);
    listener_ = std::move(listener);
    device_.on_lost();
  }
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void TimedPull::stop() {
  thread_ = {};
  const std::lock_guard lock(mutex_);
  pull_ = nullptr;
  listener_ = nullptr;
}

void TimedPull::run(const std::stop_token& stop) {
  realtime_.enter();
  SoundBlock block{};
  LocalTime due = monotonic_now();
  while (sleep_until(due, stop)) {
    const LocalTime now = monotonic_now();
    take_in_place(block, now);
    due += block_duration;
    if (now > due + longest_gap) due = now;
  }
  realtime_.leave();
}

void TimedPull::take_in_place(SoundBlock& block, LocalTime now) {
  const std::lock_guard lock(mutex_);
  if (!device_.has_stopped(now)) return;
  pull_(block, now, now);
  if (listener_) listener_(block);
}

void TimedPull::on_lost() {
  const std::lock_guard lock(mutex_);
  device_.on_lost();
}

void TimedPull::take(SoundBlock& out, Duration held) {
  const std::lock_guard lock(mutex_);
  const LocalTime now = monotonic_now();
  if (!pull_) return out.fill(0);
  device_.on_taken(now);
  pull_(out, now, now + held);
}

}  // namespace evenkeel
