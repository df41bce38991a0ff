#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "core/frames/picture.h"

namespace evenkeel {

/// Where a thread of the call leaves its newest picture for the window. A picture that was not taken is replaced, so
/// that neither side ever waits for the other.
class PictureSlot {
 public:
  struct Entry {
    std::shared_ptr<const Picture> picture;
    std::chrono::steady_clock::time_point put;  ///< for the measurement of the way to the screen
  };

  void put(std::shared_ptr<const Picture> picture) {
    const std::lock_guard lock(mutex_);
    entry_ = Entry{std::move(picture), std::chrono::steady_clock::now()};
    if (notify_) notify_();
  }

  /// The newest picture, once; nothing where none came since.
  std::optional<Entry> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(entry_, std::nullopt);
  }

  /// Called by put(), from its thread and under a lock: it may only post a message. After notify({}) has returned, the
  /// former one is not running and will not be called again. With an owner, notify({}, owner) takes back only what that
  /// owner had set: a widget that is hidden does not silence the one that was shown in its place.
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
