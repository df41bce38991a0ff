#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "core/frames/picture.h"

namespace evenkeel {

/// Passes the newest picture from a thread of the call to the window. A new picture replaces one that was not taken, so
/// that neither side waits.
class PictureSlot {
 public:
  struct Entry {
    std::shared_ptr<const Picture> picture;
    std::chrono::steady_clock::time_point put;  ///< to measure the latency to the screen
  };

  void put(std::shared_ptr<const Picture> picture) {
    const std::lock_guard lock(mutex_);
    entry_ = Entry{std::move(picture), std::chrono::steady_clock::now()};
    if (notify_) notify_();
  }

  /// The newest picture; nullopt if there is none since the last call.
  std::optional<Entry> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(entry_, std::nullopt);
  }

  /// Sets a callback for put(), called from its thread under a lock: it may only post a message. After notify({}) has
  /// returned the former callback does not run and is not called again. notify({}, owner) removes only a callback of
  /// that owner, so that a widget that is hidden does not remove the callback of the one shown instead.
  void notify(std::function<void()> notify, const void* owner = nullptr) {
    const std::lock_guard lock(mutex_);
    if (!notify && owner && owner != owner_) return;
    notify_ = std::move(notify);
    owner_ = owner;
  }

 private:
  std::mutex mutex_;
  std::optional<Entry> entry_;
  std::function<void()> notify_;
  const void* owner_ = nullptr;
};

}  // namespace evenkeel
