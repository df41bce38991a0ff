#pragma once

#include <mutex>
#include <utility>

#include "gui/backend/call_backend.h"

namespace evenkeel {

/// Passes updates from the call's thread to the window. Both sides hold the lock only to move a few vectors.
class Outbox {
 public:
  /// About five minutes of a demo's samples, 26 MB; a window that is blocked for longer misses the oldest.
  static constexpr std::size_t max_samples = 25'000;

  template <class Change>
  void change(Change change) {
    const std::lock_guard lock(mutex_);
    change(updates_);
  }
  void add(const Sample& sample) {
    const std::lock_guard lock(mutex_);
    std::vector<Sample>& samples = updates_.samples;
    if (samples.size() == max_samples) samples.erase(samples.begin(), samples.begin() + max_samples / 2);
    samples.push_back(sample);
  }
  /// Hands over everything but the status, which stays; the vectors' memory is reused.
  void take(CallUpdates& into) {
    into.samples.clear();
    into.events.clear();
    into.notices.clear();
    into.failures.clear();
    into.cameras.reset();
    into.microphones.reset();
    into.loudspeakers.reset();
    const std::lock_guard lock(mutex_);
    into.status = updates_.status;
    std::swap(into.samples, updates_.samples);
    std::swap(into.events, updates_.events);
    std::swap(into.notices, updates_.notices);
    std::swap(into.failures, updates_.failures);
    std::swap(into.cameras, updates_.cameras);
    std::swap(into.microphones, updates_.microphones);
    std::swap(into.loudspeakers, updates_.loudspeakers);
  }

 private:
  std::mutex mutex_;
  CallUpdates updates_;
};

}  // namespace evenkeel
